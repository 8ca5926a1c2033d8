// Each lane counts in its warp's own counter with a plain +=: lanes of one warp share it, and only the last
// warp has any to count.
// expect-hazard: race-warp a a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__global__ void count_per_warp(const int* x, int* counts) {
  __shared__ int per_warp[threads / 32];
  if (threadIdx.x % 32 == 0) per_warp[threadIdx.x / 32] = 0;
  __syncwarp();
  if (x[threadIdx.x] > 100) per_warp[threadIdx.x / 32] += 1;  // @a
  __syncwarp();
  if (threadIdx.x % 32 == 0) counts[threadIdx.x / 32] = per_warp[threadIdx.x / 32];
}

int main() {
  std::vector<int> x(threads), counts(4);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_counts;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_counts, 4 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  count_per_warp<<<1, threads>>>(d_x, d_counts);
  CHECK(cudaMemcpy(counts.data(), d_counts, 4 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  return counts[0] == 0 && counts[2] == 0 && counts[3] == 27 ? 0 : 1;
}
