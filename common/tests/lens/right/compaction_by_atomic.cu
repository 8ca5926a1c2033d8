// Which thread writes where depends on the schedule, but every thread writes to a slot that atomicAdd gave to it
// alone.
// expect-exit: 0
#include <algorithm>
#include <vector>

#include "../lens_check.hpp"

__global__ void keep_multiples_of_three(const int* x, int* kept, unsigned* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] % 3 == 0) kept[atomicAdd(count, 1u)] = x[i];
}

int main() {
  const int n = 500;
  std::vector<int> x(n), expected;
  for (int i = 0; i < n; ++i) {
    x[i] = i * 7 % 501;
    if (x[i] % 3 == 0) expected.push_back(x[i]);
  }
  unsigned count = 0;
  int *d_x, *d_kept;
  unsigned* d_count;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_kept, n * sizeof(int)));
  CHECK(cudaMalloc(&d_count, sizeof(unsigned)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_count, 0, sizeof(unsigned)));
  keep_multiples_of_three<<<4, 128>>>(d_x, d_kept, d_count, n);
  CHECK(cudaMemcpy(&count, d_count, sizeof(unsigned), cudaMemcpyDeviceToHost));
  std::vector<int> kept(count);
  CHECK(cudaMemcpy(kept.data(), d_kept, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_kept));
  CHECK(cudaFree(d_count));
  std::sort(kept.begin(), kept.end());
  std::sort(expected.begin(), expected.end());
  return kept == expected ? 0 : 1;
}
