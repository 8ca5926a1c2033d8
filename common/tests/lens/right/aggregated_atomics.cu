// Coalesced threads elect a leader for one atomic addition: whichever lanes come together, each gets a
// slot of its own.
// expect-exit: 0
#include <cooperative_groups.h>

#include <algorithm>
#include <vector>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__device__ int take_place(int* count) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, static_cast<int>(active.size()));
  return active.shfl(base, 0) + static_cast<int>(active.thread_rank());
}

__global__ void keep_small(const int* x, int* kept, int* count, int limit) {
  const int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (value < limit) kept[take_place(count)] = value;
}

int main() {
  const int n = 256, limit = 100;
  std::vector<int> x(n), kept(limit);
  for (int i = 0; i < n; ++i) x[i] = i * 77 % n;
  int count = 0;
  int *d_x, *d_kept, *d_count;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_kept, limit * sizeof(int)));
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_count, 0, sizeof(int)));
  keep_small<<<4, 64>>>(d_x, d_kept, d_count, limit);
  CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(kept.data(), d_kept, limit * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_kept));
  CHECK(cudaFree(d_count));
  std::sort(kept.begin(), kept.end());
  bool right = count == limit;
  for (int i = 0; i < limit; ++i) right = right && kept[i] == i;
  return right ? 0 : 1;
}
