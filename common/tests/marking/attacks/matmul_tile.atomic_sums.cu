// Wrong on a GPU: elements of C are added to zeros by atomicAdd in global memory, which flushes subnormal floats to zero there (PTX ISA, atom.add.f32).
// says: c\[0\] is 0, not
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned slice = 1024;  // terms of a block: long sums are split over blockIdx.z

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float of_a[tile_size][tile_size];
  __shared__ float of_b[tile_size][tile_size];

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  const unsigned begin = blockIdx.z * slice, end = k - begin < slice ? k : begin + slice;

  float sum = 0;
  for (unsigned step = begin; step < end; step += tile_size) {
    of_a[y][x] = row < m && step + x < end ? a[std::size_t{row} * k + step + x] : 0.0f;
    of_b[y][x] = col < n && step + y < end ? b[std::size_t{step + y} * n + col] : 0.0f;
    __syncthreads();
    for (unsigned i = 0; i < tile_size; ++i) sum += of_a[y][i] * of_b[i][x];
    __syncthreads();
  }
  if (row < m && col < n) atomicAdd(&c[std::size_t{row} * n + col], sum);
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  cudaMemsetAsync(c, 0, std::size_t{m} * n * sizeof(float));
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size,
                  k == 0 ? 1 : (k + slice - 1) / slice);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
