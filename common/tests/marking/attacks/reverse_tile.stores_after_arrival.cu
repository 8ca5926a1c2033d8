// Each thread arrives at the barrier first, and stores its value between arrival and wait: others may read the slot too early.
// says: race-shared
#include <cooperative_groups.h>
#include <utility>
#include "exercise.hpp"
namespace cg = cooperative_groups;
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];
  auto block = cg::this_thread_block();
  const unsigned first = blockIdx.x * tile_size, size = count - first < tile_size ? count - first : tile_size,
                 place = threadIdx.x;
  auto token = block.barrier_arrive();
  if (place < size) tile[place] = data[first + place];
  block.barrier_wait(std::move(token));
  if (place < size) data[first + place] = tile[size - 1 - place];
}
void reverse_tiles(float* data, unsigned count) {
  if (count > 0) reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
