// Tiles of 64 to 512 threads: sync, reductions, scans, a value from one thread, votes, and tiles of a tile. Each tile goes its own way.
// expect-exit: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

constexpr int n = 512;

template <unsigned size>
__global__ void use(const int* in, int* out, int* wrong) {
  __shared__ cg::block_tile_memory<n> memory;
  __shared__ int cache[n];
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<size>(block);
  const auto rank = static_cast<int>(tile.thread_rank()), t = static_cast<int>(threadIdx.x);
  const int first = t - rank, x = in[t];
  bool right = tile.size() == size && tile.num_threads() == size &&
               tile.meta_group_rank() == threadIdx.x / size && tile.meta_group_size() == n / size;
  for (int round = 0; round <= static_cast<int>(tile.meta_group_rank()); ++round) {
    cache[t] = x + round;
    tile.sync();
    right = right && cache[first + (rank + 33) % static_cast<int>(size)] ==
                         in[first + (rank + 33) % static_cast<int>(size)] + round;
    tile.sync();
  }
  int sum = 0, before = 0, most = 0;
  for (int i = first; i < first + static_cast<int>(size); ++i) {
    sum += in[i];
    before += i < t ? in[i] : 0;
    most = in[i] > most ? in[i] : most;
  }
  right =
      right && cg::reduce(tile, x, cg::plus<int>()) == sum && cg::reduce(tile, x, cg::greater<int>()) == most;
  right = right && cg::inclusive_scan(tile, x) == before + x && cg::exclusive_scan(tile, x) == before;
  right = right && tile.shfl(x, size - 2) == in[first + static_cast<int>(size) - 2] &&
          tile.shfl(2.5 * x, 1) == 2.5 * in[first + 1];
  right = right && tile.any(rank == 40) && !tile.any(rank == static_cast<int>(size)) && tile.all(rank >= 0) &&
          !tile.all(rank != 40);
  const auto warp = cg::tiled_partition<32>(tile);
  right = right && warp.meta_group_size() == size / 32 &&
          warp.meta_group_rank() == static_cast<unsigned>(rank) / 32;
  const cg::thread_block_tile<size> same = tile;
  same.sync();
  out[t] = cg::invoke_one_broadcast(same, [&] { return cache[first]; });
  if (!right || out[t] != in[first] + static_cast<int>(tile.meta_group_rank())) atomicAdd(wrong, 1);
}

int main() {
  int x[n], wrong = 0, *d_x, *d_y, *d_wrong;
  for (int i = 0; i < n; ++i) x[i] = i * 37 % 101;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMalloc(&d_wrong, sizeof(int)));
  CHECK(cudaMemset(d_wrong, 0, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  use<64><<<1, n>>>(d_x, d_y, d_wrong);
  use<128><<<1, n>>>(d_x, d_y, d_wrong);
  use<256><<<1, n>>>(d_x, d_y, d_wrong);
  use<512><<<1, n>>>(d_x, d_y, d_wrong);
  CHECK(cudaMemcpy(&wrong, d_wrong, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_wrong));
  return wrong != 0;
}
