// A device function walks a pointer up to and including `end`, which points past the last element.
// expect-hazard: out-of-bounds a b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__device__ int count_nonzero(const short* next, const short* end) {
  int count = 0;
  while (next <= end) {
    if (*next != 0) ++count;  // @a
    ++next;
  }
  return count;
}

__global__ void count_rows(const short* x, int* counts, int width) {
  const short* row = x + threadIdx.x * width;
  counts[threadIdx.x] = count_nonzero(row, row + width);
}

int main() {
  const int width = 9, rows = 5;  // the element after each row but the last is a zero
  std::vector<short> x(width * rows, 1);
  std::vector<int> counts(rows);
  for (int row = 0; row < rows; ++row) x[row * width] = 0;
  short* d_x;
  int* d_counts;
  CHECK(cudaMalloc(&d_x, x.size() * sizeof(short)));  // @b
  CHECK(cudaMalloc(&d_counts, rows * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(short), cudaMemcpyHostToDevice));
  count_rows<<<1, rows>>>(d_x, d_counts, width);
  CHECK(cudaMemcpy(counts.data(), d_counts, rows * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  bool right = true;  // the last row may count what is past the end of the array
  for (int row = 0; row + 1 < rows; ++row) right = right && counts[row] == width - 1;
  return right ? 0 : 1;
}
