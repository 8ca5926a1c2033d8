// Blocks of 64 threads, each of which asks for 200 KB of shared memory that it never uses: an SM has room for one of them, with two warps.
// says: 2 of the 64 warps of an SM can be resident
#include "exercise.hpp"

constexpr int block_size = 64, unused = 200 * 1024;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  cudaFuncSetAttribute(square_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, unused);
  square_kernel<<<(count + block_size - 1) / block_size, block_size, unused>>>(in, out, count);
}
