// Each thread looks up the length of its list before it tests whether it has one: the last block reads past the end, even where
// the value is never used.
// expect-hazard: out-of-bounds read
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void double_lengths(const int* first, int* lengths, int lists) {
  const int list = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int length = first[list + 1] - first[list];  // @read
  if (list < lists) lengths[list] = 2 * length;
}

int main() {
  constexpr int lists = 40;
  int first[lists + 1], lengths[lists];
  for (int i = 0; i <= lists; ++i) first[i] = 3 * i;
  int *d_first, *d_lengths;
  CHECK(cudaMalloc(&d_first, sizeof first));
  CHECK(cudaMalloc(&d_lengths, sizeof lengths));
  CHECK(cudaMemcpy(d_first, first, sizeof first, cudaMemcpyHostToDevice));
  double_lengths<<<2, 32>>>(d_first, d_lengths, lists);
  CHECK(cudaMemcpy(lengths, d_lengths, sizeof lengths, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_first));
  CHECK(cudaFree(d_lengths));
  for (const int length : lengths)
    if (length != 6) return 1;
  return 0;
}
