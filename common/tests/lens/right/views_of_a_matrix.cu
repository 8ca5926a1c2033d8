// A kernel transposes by two views of memory: one by rows, one that takes the other matrix by columns, so that both are written as (i, j).
// A tile in shared memory has a view, too, and a list of its parts is a span.
// expect-exit: 0
#include "../lens_check.hpp"

#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/span>

using Sizes = cuda::std::dextents<int, 2>;

__global__ void transpose(cuda::std::mdspan<const float, Sizes> in,
                          cuda::std::mdspan<float, Sizes, cuda::std::layout_left> out) {
  __shared__ float memory[16 * 17];
  const cuda::std::mdspan<float, cuda::std::extents<int, 16, 17>> tile(memory);
  const int i = static_cast<int>(threadIdx.y), j = static_cast<int>(threadIdx.x);
  if (i < in.extent(0) && j < in.extent(1)) tile(i, j) = in(i, j);
  __syncthreads();
  if (j < in.extent(0) && i < in.extent(1)) out(j, i) = tile(j, i);
}

__global__ void sums(cuda::std::span<const float> x, float* out) {
  const cuda::std::array<cuda::std::span<const float>, 2> halves = {x.first(x.size() / 2),
                                                                    x.last(x.size() / 2)};
  float sum = 0;
  for (const float each : halves[threadIdx.x]) sum += each;
  out[threadIdx.x] = sum;
}

int main() {
  const int rows = 12, columns = 16, n = rows * columns;
  float x[n], y[n], halves[2];
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float *d_x, *d_y, *d_halves;
  CHECK(cudaMalloc(&d_x, sizeof x));
  CHECK(cudaMalloc(&d_y, sizeof y));
  CHECK(cudaMalloc(&d_halves, sizeof halves));
  CHECK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  transpose<<<1, dim3(16, 16)>>>(cuda::std::mdspan<const float, Sizes>(d_x, rows, columns),
                                 cuda::std::mdspan<float, Sizes, cuda::std::layout_left>(d_y, rows, columns));
  sums<<<1, 2>>>(cuda::std::span<const float>(d_x, n), d_halves);
  CHECK(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(halves, d_halves, sizeof halves, cudaMemcpyDeviceToHost));
  for (float* each : {d_x, d_y, d_halves}) CHECK(cudaFree(each));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (y[j * rows + i] != x[i * columns + j]) return 1;
  return halves[0] + halves[1] == n * (n - 1) / 2 ? 0 : 1;
}
