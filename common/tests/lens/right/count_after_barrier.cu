// A shared counter is added to atomically, then read and reset by plain accesses, with a barrier between these.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96, rounds = 3;

__global__ void count_multiples(const int* x, int* counts) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    if (x[threadIdx.x] % (round + 2) == 0) atomicAdd(&found, 1);
    __syncthreads();
    counts[round * threads + threadIdx.x] = found;
    __syncthreads();
    if (threadIdx.x == 0) found = 0;
  }
}

int main() {
  std::vector<int> x(threads), counts(rounds * threads);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_counts;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_counts, counts.size() * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  count_multiples<<<1, threads>>>(d_x, d_counts);
  CHECK(cudaMemcpy(counts.data(), d_counts, counts.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  bool right = true;
  for (int i = 0; i < rounds * threads; ++i) right = right && counts[i] == threads / (i / threads + 2);
  return right ? 0 : 1;
}
