// Names as the standard library writes them: many learners copy that style.
#ifndef __REVERSE_TILE_CU__
#define __REVERSE_TILE_CU__
#include "exercise.hpp"

template <typename _Tp, unsigned _N>
struct Mirror {
  __device__ static unsigned opposite(unsigned i, unsigned size) { return size - 1 - i; }
  _Tp slot[_N];
};

__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ Mirror<float, tile_size> own__mirror;
  const unsigned first = blockIdx.x * tile_size;
  const unsigned size = min(tile_size, count - first);
  if (threadIdx.x < size)
    own__mirror.slot[own__mirror.opposite(threadIdx.x, size)] = data[first + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < size) data[first + threadIdx.x] = own__mirror.slot[threadIdx.x];
}

void reverse_tiles(float* data, unsigned count) {
  if (count > 0) reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
#endif  // __REVERSE_TILE_CU__
