// scan_staged: can loads go on while a block looks back?
// Step     loads ahead
// Before   In scan_look_back a tile publishes its sum, and at once needs those of all tiles before it. What it reads waits behind
//          the loads and stores of its SM.
// Change   A block stays, and scans every gridDim.x-th tile: the tiles that the blocks scan at a time are a wave. The words of the
//          next two tiles are on their way to shared memory (__pipeline_memcpy_async) while it works on the present one. Each
//          thread copies the words that it will read itself, so no barrier is needed between the copy and the read. So a block
//          can scan its tile of the next wave, and publish its sum, before it needs the sums of this wave:
//
//              load      tile 3 ................   tile 4 ................
//              publish   tile 2                    tile 3
//              need      sums of wave 1            sums of wave 2
//              store     tile 1                    tile 2
//
//          Each thread reads one sum of the wave, and no tile looks back: each block adds up the earlier waves.
//          All blocks of the grid are resident, since the launch is cooperative. So a block may wait for any other, and tickets
//          are not needed. A tile is as large as registers allow, 1024 threads x 16 elements: one tile per SM at a time.
//
// Expect   scan_look_back handles 44 tiles of 32 KB per us: 279 us, 67% of the ceiling. With a look-back of a warp in place of the
//          waves, this kernel took 341 us. A compaction by waves takes 0.9 us per wave and what its bytes take; a wave of 132
//          tiles of 64 KB takes 4.1 us to read and write. 4.1 of 5 us are 82%.
// Measured - At 100 M, it reaches 72 to 90% of the ceiling (after measuring).
//          - At 100 M, it is 1.05 to 1.3 times as fast as scan_look_back (after measuring).
//          - At 100 M, it is at least 1.03 times as fast as "cub::DeviceScan::ExclusiveSum" (after measuring).
// Run      ./tutorial run scan_staged
// See      ./tutorial explain scan_staged
// Source   ours

#include "reduce.cuh"
#include "scan/library_scan.hpp"
#include "scan/staged.cuh"
#include "scan/waves.cuh"

constexpr int block_size = 1024;

// [kernel]
template <int words, int stages>
__global__ void __launch_bounds__(block_size)
    scan_staged(const int* in, int* out, std::int64_t n, std::int64_t tiles, scan::Published* sums) {
  extern __shared__ int4 stage_words[];
  __shared__ scan::Waves::Shared shared[2];
  scan::Waves waves(sums, tiles, shared);
  scan::Staged<words, stages> staged(stage_words, in, n);
  for (int ahead = 0; ahead < stages - 1; ++ahead) staged.load(blockIdx.x + std::int64_t{ahead} * gridDim.x);

  // [change]
  scan::Tile<words> tile{};  // of this wave
  int before_in_tile = 0;    // the sum of the warps before
  for (std::int64_t number = std::int64_t{blockIdx.x} - gridDim.x; number < tiles; number += gridDim.x) {
    waves.look(number - blockIdx.x);
    const std::int64_t next = number + gridDim.x;
    staged.load(next + std::int64_t{stages - 1} * gridDim.x);
    scan::Tile<words> tile_of_next = staged.next();
    const scan::Waves::Known known = waves.exchange(tile_of_next.scan_in_warp());
    // [change]

    if (number >= 0) {  // the first round only scans
      tile.add(known.before + before_in_tile);
      const std::int64_t first = number * scan::tile_size<words>(block_size), left = n - first;
      left >= scan::tile_size<words>(block_size) ? tile.store_whole(out + first)
                                                 : tile.store(out + first, left);
    }
    tile = tile_of_next;
    before_in_tile = known.next.before;
  }
}
// [kernel]

template <int words, int stages>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out) {
  const scan::StagedLaunch launch(scan_staged<words, stages>, block_size, words, stages, in.n);
  tutorial::DeviceBuffer<scan::Published> d_sums(launch.tiles);
  d_out.poison();
  program.measure(
      in.sums_row("one pass, loads ahead, tiles of " + std::to_string(scan::tile_size<words>(block_size))),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_sums.data(), 0, d_sums.bytes()));
        launch(d_in.data(), d_out.data(), in.n, launch.tiles, d_sums.data());
      },
      [&] { return in.check_sums(d_out.to_host()); });
}

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  if (scan::fits(block_size, 4, 3)) measure<4, 3>(program, in, d_in, d_out);
  if (scan::fits(block_size, 2, 3)) measure<2, 3>(program, in, d_in, d_out);
  measure<1, 3>(program, in, d_in, d_out);
  scan::measure_library_scan(program, in, d_in, d_out);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
