// Memory of cudaMallocAsync goes from stream to stream by events, is freed after the last use, and allocated again; host code waits
// in between, once.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void number(int* x, int first) { x[threadIdx.x] = first + static_cast<int>(threadIdx.x); }
__global__ void mirror(const int* x, int* y) { y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x]; }

int main() {
  const int n = 64, rounds = 3;
  int y[n];
  int* d_y;
  cudaStream_t stream[2];
  cudaEvent_t made, used;
  for (cudaStream_t& each : stream) CHECK(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&made));
  CHECK(cudaEventCreate(&used));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  bool right = true;
  for (int round = 0; round < rounds; ++round) {
    int* d_x;
    CHECK(cudaMallocAsync(&d_x, n * sizeof(int), stream[0]));
    if (round == 1) {
      CHECK(cudaStreamSynchronize(stream[0]));
    } else {
      CHECK(cudaEventRecord(made, stream[0]));
      CHECK(cudaStreamWaitEvent(stream[1], made, 0));
    }
    number<<<1, n, 0, stream[1]>>>(d_x, round);
    mirror<<<1, n, 0, stream[1]>>>(d_x, d_y);
    CHECK(cudaEventRecord(used, stream[1]));
    CHECK(cudaStreamWaitEvent(stream[0], used, 0));
    CHECK(cudaFreeAsync(d_x, stream[0]));
    CHECK(cudaMemcpyAsync(y, d_y, sizeof(y), cudaMemcpyDeviceToHost, stream[1]));
    CHECK(cudaStreamSynchronize(stream[1]));
    for (int i = 0; i < n; ++i) right = right && y[i] == round + n - 1 - i;
  }
  CHECK(cudaFree(d_y));
  CHECK(cudaEventDestroy(made));
  CHECK(cudaEventDestroy(used));
  for (cudaStream_t each : stream) CHECK(cudaStreamDestroy(each));
  return right ? 0 : 1;
}
