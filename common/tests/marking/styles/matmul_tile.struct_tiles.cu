// Matrices as structures in braces, tiles in one structure.
#include "exercise.hpp"

struct Matrix {
  const float* d;
  unsigned rows, cols;
  __device__ float operator()(unsigned r, unsigned c) const {
    return r < rows && c < cols ? d[r * cols + c] : 0.0f;
  }
};

__global__ void mm(Matrix A, Matrix B, float* C) {
  __shared__ struct { float a[tile_size][tile_size], b[tile_size][tile_size]; } s;
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned r = blockIdx.y * blockDim.y + ty, c = blockIdx.x * blockDim.x + tx;
  float acc = 0;
  const unsigned tiles = (A.cols + tile_size - 1) / tile_size;
  for (unsigned t = 0; t != tiles; ++t) {
    s.a[ty][tx] = A(r, t * tile_size + tx);
    s.b[ty][tx] = B(t * tile_size + ty, c);
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < tile_size; ++k) acc = fmaf(s.a[ty][k], s.b[k][tx], acc);
    __syncthreads();
  }
  if (r < A.rows && c < B.cols) C[r * B.cols + c] = acc;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (!m || !n) return;
  mm<<<dim3((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size), dim3(tile_size, tile_size)>>>(
      {a, m, k}, {b, k, n}, c);
}
