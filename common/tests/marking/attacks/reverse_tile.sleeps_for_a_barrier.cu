// In place of the barrier each thread sleeps for a while, and hopes that the others have stored by then. All accesses are relaxed atomic loads and stores, so nothing is a race.
// says: Only if blocks, warps and lanes run in another order
#include <cuda/atomic>
#include "exercise.hpp"

using Word = cuda::atomic_ref<float, cuda::thread_scope_block>;

__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];
  const unsigned first = blockIdx.x * tile_size, place = threadIdx.x;
  const unsigned size = count - first < tile_size ? count - first : tile_size;
  if (place < size)
    Word(tile[place])
        .store(Word(data[first + place]).load(cuda::memory_order_relaxed), cuda::memory_order_relaxed);
  __threadfence_block();
  for (int k = 0; k < 64; ++k) __nanosleep(1000);
  __threadfence_block();
  if (place < size)
    Word(data[first + place])
        .store(Word(tile[size - 1 - place]).load(cuda::memory_order_relaxed), cuda::memory_order_relaxed);
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;
  reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
