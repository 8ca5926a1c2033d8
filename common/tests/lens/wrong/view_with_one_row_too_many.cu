// A view says that the matrix has a row more than was allocated, and the threads go by the view.
// expect-hazard: out-of-bounds a b
// expect-exit: 1|3
#include "../lens_check.hpp"

#include <cuda/std/mdspan>

using Matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;

__global__ void number(Matrix matrix) {
  const int row = static_cast<int>(threadIdx.y), column = static_cast<int>(threadIdx.x);
  if (row < matrix.extent(0) && column < matrix.extent(1))
    matrix(row, column) = static_cast<float>(row * matrix.extent(1) + column);  // @a
}

int main() {
  const int rows = 4, columns = 8;
  float x[rows * columns];
  float* d_x;
  CHECK(cudaMalloc(&d_x, sizeof x));  // @b
  number<<<1, dim3(columns, 8)>>>(Matrix(d_x, rows + 1, columns));
  CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < rows * columns; ++i)
    if (x[i] != static_cast<float>(i)) return 1;
  return 0;
}
