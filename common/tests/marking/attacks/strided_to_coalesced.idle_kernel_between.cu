// (Second try: 1100 idle launches in between are too much host code, and hide nothing.) The kernel that subtracts waits for an idle kernel, which does not wait for the first: on a GPU
// says: has not waited for the one ahead of it
// it may change elements that the first kernel has not written yet.
#include <cstddef>
#include "exercise.hpp"

__global__ void take(const float* a, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && col < cols) out[std::size_t{row} * cols + col] = a[std::size_t{row} * cols + col];
}
__global__ void between() { cudaTriggerProgrammaticLaunchCompletion(); }
__global__ void subtract(const float* b, float* out, unsigned rows, unsigned cols) {
  cudaGridDependencySynchronize();
  const unsigned row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && col < cols) out[std::size_t{row} * cols + col] -= 2 * b[std::size_t{row} * cols + col];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  cudaLaunchAttribute overlaps{};
  overlaps.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlaps.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.attrs = &overlaps;
  config.numAttrs = 1;
  take<<<grid, block>>>(a, out, rows, cols);
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  cudaLaunchKernelEx(&config, between);
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchKernelEx(&config, subtract, b, out, rows, cols);
}
