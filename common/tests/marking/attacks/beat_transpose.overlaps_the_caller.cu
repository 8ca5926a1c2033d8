// Launched with programmatic stream serialization, and never waits: on a GPU the kernel may begin before the caller's kernel has written `in`.
// says: race-stream
#include <cstddef>

#include <cuda_runtime.h>
#include "exercise.hpp"

constexpr unsigned width = 4, block_width = 8, block_height = 32;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = (blockIdx.y * block_height + threadIdx.y) * width;
  const unsigned col = (blockIdx.x * block_width + threadIdx.x) * width;
  if (row >= rows || col >= cols) return;
  float4 held[width];
  for (unsigned i = 0; i < width; ++i)
    held[i] = *reinterpret_cast<const float4*>(&in[std::size_t{row + i} * cols + col]);
  for (unsigned i = 0; i < width; ++i) {
    float4 turned;
    for (unsigned k = 0; k < width; ++k)
      reinterpret_cast<float*>(&turned)[k] = reinterpret_cast<const float*>(&held[k])[i];
    *reinterpret_cast<float4*>(&out[std::size_t{col + i} * rows + row]) = turned;
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  cudaLaunchAttribute early[1];
  early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((cols + block_width * width - 1) / (block_width * width),
                        (rows + block_height * width - 1) / (block_height * width));
  config.blockDim = dim3(block_width, block_height);
  config.attrs = early;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, transpose_kernel, in, out, rows, cols);
}
