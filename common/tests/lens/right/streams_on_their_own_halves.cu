// Two streams work on two halves of one buffer, element by element beside each other; both count in one atomic counter. A
// third stream waits for events; its first wait is for an event that is recorded only in later rounds.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void add(char* x, int begin, int step, int* count) {
  x[begin + step * static_cast<int>(threadIdx.x)] += 1;
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

int main() {
  const int n = 64, rounds = 4;
  char x[2 * n];
  char* d_x;
  int* d_count;
  int count = 0;
  cudaStream_t stream[2];
  cudaEvent_t done[2];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
  }
  CHECK(cudaMalloc(&d_x, 2 * n));
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMemset(d_x, 0, 2 * n));
  CHECK(cudaMemset(d_count, 0, sizeof(int)));
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 2; ++i) add<<<1, n, 0, stream[i]>>>(d_x, i, 2, d_count);
  CHECK(cudaDeviceSynchronize());
  for (int round = 0; round < rounds; ++round) {
    const int own = round % 2;
    CHECK(cudaStreamWaitEvent(stream[own], done[1 - own], 0));
    add<<<1, n, 0, stream[own]>>>(d_x, 0, 1, d_count);
    CHECK(cudaEventRecord(done[own], stream[own]));
  }
  CHECK(cudaEventSynchronize(done[(rounds - 1) % 2]));
  CHECK(cudaMemcpy(x, d_x, 2 * n, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_count));
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamDestroy(stream[i]));
    CHECK(cudaEventDestroy(done[i]));
  }
  bool right = count == 2 + rounds;
  for (int i = 0; i < 2 * n; ++i) right = right && x[i] == (i < n ? 1 + rounds : 1);
  return right ? 0 : 1;
}
