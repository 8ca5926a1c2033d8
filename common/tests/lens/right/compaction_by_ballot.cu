// One lane reserves room for its warp and the others get to know it by shuffle: no word is shared
// unsynchronised.
// expect-exit: 0
#include <algorithm>
#include <vector>

#include "../lens_check.hpp"

__global__ void keep_odd(const int* x, int* kept, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && x[i] % 2 != 0;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  const unsigned lane = threadIdx.x % 32;
  int base = 0;
  if (lane == 0 && votes != 0) base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) kept[base + __popc(votes & ((1u << lane) - 1))] = x[i];
}

int main() {
  const int n = 333;
  std::vector<int> x(n), expected;
  for (int i = 0; i < n; ++i) {
    x[i] = i * 11 % 334;
    if (x[i] % 2 != 0) expected.push_back(x[i]);
  }
  int count = 0;
  int *d_x, *d_kept, *d_count;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_kept, n * sizeof(int)));
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_count, 0, sizeof(int)));
  keep_odd<<<6, 64>>>(d_x, d_kept, d_count, n);
  CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  std::vector<int> kept(count);
  CHECK(cudaMemcpy(kept.data(), d_kept, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_kept));
  CHECK(cudaFree(d_count));
  std::sort(kept.begin(), kept.end());
  std::sort(expected.begin(), expected.end());
  return kept == expected ? 0 : 1;
}
