// 32x32 tiles, 32x8 threads, four rows each; K in steps of 32. Sizes as a struct, matrices as views.
#include <cstddef>

#include "exercise.hpp"

struct View {
  const float* data;
  unsigned rows, cols;
  __device__ float operator()(unsigned r, unsigned c) const {
    return r < rows && c < cols ? data[std::size_t{r} * cols + c] : 0.f;
  }
};

template <unsigned Side, unsigned Rows>
__global__ void __launch_bounds__(Side* Rows) product(View a, View b, float* __restrict__ c) {
  __shared__ float left[Side][Side], right[Side][Side];
  const unsigned col = blockIdx.x * Side + threadIdx.x, row = blockIdx.y * Side + threadIdx.y;
  float sum[Side / Rows] = {};
  for (unsigned first = 0; first < a.cols; first += Side) {
    for (unsigned y = threadIdx.y; y < Side; y += Rows) {
      left[y][threadIdx.x] = a(blockIdx.y * Side + y, first + threadIdx.x);
      right[y][threadIdx.x] = b(first + y, col);
    }
    __syncthreads();
#pragma unroll
    for (unsigned t = 0; t < Side; ++t)
#pragma unroll
      for (unsigned r = 0; r < Side / Rows; ++r)
        sum[r] = fmaf(left[threadIdx.y + r * Rows][t], right[t][threadIdx.x], sum[r]);
    __syncthreads();
  }
  for (unsigned r = 0; r < Side / Rows; ++r)
    if (row + r * Rows < a.rows && col < b.cols) c[std::size_t{row + r * Rows} * b.cols + col] = sum[r];
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  product<32, 8><<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 8)>>>(View{a, m, k}, View{b, k, n}, c);
}
