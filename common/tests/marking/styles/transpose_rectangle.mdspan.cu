// Both matrices as cuda::std::mdspan; the tile as a span over extern shared memory whose size the launch sets.
#include <cuda/std/mdspan>
#include <cuda/std/span>

#include "exercise.hpp"

namespace md = cuda::std;
template <class T>
using Matrix = md::mdspan<T, md::dextents<unsigned, 2>>;

constexpr unsigned edge = 32u, padded = edge + 1u, lines = 8u;
constexpr auto bytes = edge * padded * sizeof(float);

__global__ void turn(Matrix<const float> in, Matrix<float> out) {
  extern __shared__ float memory[];
  const md::span<float> tile(memory, edge * padded);
  const uint2 corner{blockIdx.x * edge, blockIdx.y * edge};
  for (unsigned y = threadIdx.y; y < edge; y += lines) {
    const auto row = corner.y + y, col = corner.x + threadIdx.x;
    if (row < in.extent(0) && col < in.extent(1)) tile[y * padded + threadIdx.x] = in(row, col);
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < edge; y += lines) {
    const auto row = corner.x + y, col = corner.y + threadIdx.x;
    if (row < out.extent(0) && col < out.extent(1)) out(row, col) = tile[threadIdx.x * padded + y];
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (not rows or not cols) return;
  cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  turn<<<{(cols + edge - 1) / edge, (rows + edge - 1) / edge}, {edge, lines}, bytes>>>(
      Matrix<const float>(in, rows, cols), Matrix<float>(out, cols, rows));
}
