// A kernel reads what NCCL receives in another stream, and another one overwrites what it sends, without an event between them.
// expect-hazard: race-stream receive read
// expect-hazard: race-stream send fill
// expect-exit: 3
#include <nccl.h>

#include "../lens_check.hpp"

__global__ void mirror(const int* x, int* y) {
  y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x];  // @read
}
__global__ void clear(int* x) {
  x[threadIdx.x] = 0;  // @fill
}

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_received, *d_y;
  cudaStream_t first, second;
  ncclComm_t communicator;
  bool right = ncclCommInitAll(&communicator, 1, nullptr) == ncclSuccess;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMalloc(&d_received, n * sizeof(int)));
  for (int i = 0; i < n; ++i) y[i] = i;
  CHECK(cudaMemcpy(d_x, y, sizeof(y), cudaMemcpyHostToDevice));
  right = right && ncclGroupStart() == ncclSuccess;
  right = right && ncclSend(d_x, n, ncclInt, 0, communicator, first) == ncclSuccess;         // @send
  right = right && ncclRecv(d_received, n, ncclInt, 0, communicator, first) == ncclSuccess;  // @receive
  right = right && ncclGroupEnd() == ncclSuccess;
  mirror<<<1, n, 0, second>>>(d_received, d_y);
  clear<<<1, n, 0, second>>>(d_x);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_received));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  right = right && ncclCommDestroy(communicator) == ncclSuccess;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
