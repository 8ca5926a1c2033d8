// The strided half of the transpose happens in page-locked memory.
// says: reads page-locked memory that a kernel has
#include "exercise.hpp"
__global__ void out_of(const float4* from, float4* to, unsigned vectors) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < vectors) to[i] = from[i];
}
__global__ void turn(const float* from, float4* to, unsigned rows, unsigned cols) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= rows * cols) return;
  const unsigned row = 4 * i % rows, col = 4 * i / rows;
  float4 v;
  for (unsigned k = 0; k < 4; ++k) reinterpret_cast<float*>(&v)[k] = from[(row + k) * cols + col];
  to[i] = v;
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned vectors = rows * cols / 4;
  if (vectors == 0) return;
  float* middle = nullptr;
  cudaMallocHost(&middle, vectors * 16);
  out_of<<<(vectors + 127) / 128, 128>>>(reinterpret_cast<const float4*>(in),
                                         reinterpret_cast<float4*>(middle), vectors);
  turn<<<(vectors + 127) / 128, 128>>>(middle, reinterpret_cast<float4*>(out), rows, cols);
  cudaDeviceSynchronize();
  cudaFreeHost(middle);
}
