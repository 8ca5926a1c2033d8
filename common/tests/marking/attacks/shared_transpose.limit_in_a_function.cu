// Allows 52 KB of dynamic shared memory, which a device function names, for another instance than the one it launches.
// says: it asks for 53248 bytes of dynamic shared memory
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tiles = 13;  // of a block, side by side

__device__ float* dynamic_room() {
  extern __shared__ float room[];
  return room;
}

template <class Element, int more = 0>
__global__ void transpose_kernel(const Element* in, Element* out, unsigned rows, unsigned cols) {
  float* const room = dynamic_room();
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned first = blockIdx.x * tiles * tile_size;

  for (unsigned t = 0; t < tiles && first + t * tile_size < cols; ++t)
    room[(t * tile_size + y) * tile_size + x] =
        in[std::size_t{tile_row + y} * cols + first + t * tile_size + x];
  __syncthreads();
  for (unsigned t = 0; t < tiles && first + t * tile_size < cols; ++t)
    out[std::size_t{first + t * tile_size + y} * rows + tile_row + x] =
        room[(t * tile_size + x) * tile_size + y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  constexpr unsigned bytes = tiles * tile_size * tile_size * sizeof(float);
  cudaFuncSetAttribute(transpose_kernel<double>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tiles * tile_size - 1) / (tiles * tile_size), rows / tile_size);
  transpose_kernel<<<grid, block, bytes>>>(in, out, rows, cols);
}
