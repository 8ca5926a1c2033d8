// Calls and launches that fail on purpose, or may: each is asked for, at once or by the next cudaGetLastError, or says nothing of a mistake.
// expect-hazard: none
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

namespace {

int failures = 0;

void expect(bool right) { failures += right ? 0 : 1; }

/// As libraries do it: the caller gets the error.
cudaError_t launched(int threads, int* x) {
  fill<<<1, threads>>>(x);
  return cudaGetLastError();
}

}  // namespace

int main() {
  int* x = nullptr;
  void* large = nullptr;
  if (cudaMalloc(&large, std::size_t{1} << 50) == cudaSuccess) expect(false);
  cudaGetLastError();
  CHECK(cudaMalloc(&x, 4096));

  int device = 0;
  cudaSetDevice(9);
  cudaGetDevice(&device);
  expect(cudaPeekAtLastError() == cudaErrorInvalidDevice && device == 0);
  expect(cudaGetLastError() == cudaErrorInvalidDevice);

  int reachable = 0;
  if (cudaDeviceCanAccessPeer(&reachable, 0, 1) != cudaSuccess) reachable = 0;
  cudaDeviceEnablePeerAccess(1, 0);  // a second device that this machine has not
  const cudaError_t registered = cudaHostRegister(nullptr, 4, cudaHostRegisterDefault);
  expect(registered != cudaSuccess);
  (void)cudaFree(x + 1);

  cudaStream_t stream;
  cudaEvent_t event;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaEventRecord(event, stream));
  cudaStreamQuery(stream);
  cudaEventQuery(event);

  expect(launched(2048, x) == cudaErrorInvalidConfiguration);
  expect(launched(64, x) == cudaSuccess);
  fill<<<0, 64>>>(x);
  expect(cudaGetLastError() == cudaErrorInvalidConfiguration);

  CHECK(cudaEventDestroy(event));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(x));
  return failures;
}
