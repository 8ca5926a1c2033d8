// scan_staged: how far ahead must a block publish its sums, so that it need not wait for those of others?
// Step     sums ahead
// Before   In scan_look_back a tile publishes its sum, and at once needs those of all tiles before it. What it reads waits behind
//          the loads and stores of its SM.
// Change   A block stays, and scans every gridDim.x-th tile: the tiles that the blocks scan at a time are a wave. Six tiles of it are
//          in shared memory, scanned, summed or on their way (__pipeline_memcpy_async). A warp adds up its part of a tile and
//          publishes the sum when the tile is there, but scans and stores it only some waves later, when the sums of all have come:
//
//              load      wave 8 ........   wave 9 ........
//              publish   wave 6            wave 7              3 waves ahead
//              need      wave 3            wave 4
//              store     wave 3            wave 4
//
//          Two more warps exchange the sums: one publishes that of the block, and one reads those of all blocks and adds up the
//          waves. So no tile looks back, and the others need no barrier of the block: a warp reports its sum through one mbarrier
//          and waits at another for what comes before it. A warp copies the words that it will read itself.
//          All blocks of the grid are resident, since the launch is cooperative. So a block may wait for any other, and tickets
//          are not needed.
//
// Expect   A wave of 132 tiles of 32 KB takes 2 us to read and write at the rate of a copy. To publish a sum and to read 132 of them
//          takes two trips to L2 while memory is busy, some 2 us each. So a block that publishes one wave ahead waits, and
//          with two or three it does not. A kernel of this form that does not wait, and stores wrong sums, took 211 us
//          (one run on an H200, not recorded).
//          Tiles of 16 KB have waves of 1 us, for which three are too few.
// Measured - At 100 M, it reaches 86 to 92% of the ceiling (after measuring).
//          - At 100 M, it is 1.25 to 1.45 times as fast as scan_look_back (after measuring).
//          - At 100 M, it is at least 1.2 times as fast as "cub::DeviceScan::ExclusiveSum" (after measuring).
//          - At 100 M, "sums 3 ahead, tiles of 8192" is 1.15 to 1.6 times as fast as "sums 1 ahead, tiles of 8192"
//            (after measuring).
// Run      ./tutorial run scan_staged
// See      ./tutorial explain scan_staged
// Source   ours

#include "scan/library_scan.hpp"
#include "scan/staged.cuh"
#include "scan/waves.cuh"

constexpr int warps = 16;  // that handle tiles; two more exchange their sums
constexpr int stages = 6;  // tiles in shared memory

// [kernel]
template <int words, int ahead>
__global__ void __launch_bounds__(scan::Waves<warps, ahead>::threads)
    scan_staged(const int* in, int* out, std::int64_t n, std::int64_t tiles, scan::Published* sums) {
  // 16 bytes beside a sector, a copy would ask for each sector twice.
  extern __shared__ __align__(128) int4 stage_words[];
  __shared__ typename scan::Waves<warps, ahead>::Shared shared;
  scan::Waves<warps, ahead> waves(sums, tiles, shared);
  if (threadIdx.x / tutorial::warp_size == warps) return waves.publish();
  if (threadIdx.x / tutorial::warp_size > warps) return waves.collect();

  scan::Staged<warps, words, stages> staged(stage_words, in, n);
  const auto finish = [&](int wave) {
    scan::Tile<words> tile = staged.tile(wave);
    tile.scan_in_warp();
    tile.add(waves.before(wave));
    constexpr int size = scan::tile_size<words>(warps * tutorial::warp_size);
    const std::int64_t first = waves.tile_of(wave) * size, left = n - first;
    left >= size ? tile.store_whole(out + first) : tile.store(out + first, left);
  };

  // [change]
  for (int wave = 0; wave < stages - ahead; ++wave) staged.load(waves.tile_of(wave));
  int wave = 0;
  for (; waves.tile_of(wave) < tiles; ++wave) {
    staged.template wait<stages - ahead - 1>();
    waves.report(wave, staged.tile(wave).sum_in_warp());
    if (wave >= ahead) finish(wave - ahead);
    staged.load(waves.tile_of(wave + stages - ahead));  // into the slot of the tile that is finished
  }
  for (int last = max(wave - ahead, 0); last < wave; ++last) finish(last);
  // [change]
}
// [kernel]

template <int words, int ahead>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out) {
  if (words > 1 && !scan::fits(warps, words, stages)) return;
  constexpr int tile = scan::tile_size<words>(warps * tutorial::warp_size);
  const scan::StagedLaunch launch(scan_staged<words, ahead>, scan::Waves<warps, ahead>::threads, tile,
                                  scan::stage_bytes(warps, words, stages), in.n);
  tutorial::DeviceBuffer<scan::Published> d_sums(launch.tiles);
  d_out.poison();
  program.measure(
      in.sums_row("sums " + std::to_string(ahead) + " ahead, tiles of " + std::to_string(tile)),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_sums.data(), 0, d_sums.bytes()));
        launch(d_in.data(), d_out.data(), in.n, launch.tiles, d_sums.data());
      },
      [&] { return in.check_sums(d_out.to_host()); });
}

void run(tutorial::Program& program, std::int64_t n) {
  scan::Input in(n, program.seed());
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  measure<4, 1>(program, in, d_in, d_out);
  measure<4, 2>(program, in, d_in, d_out);
  measure<4, 3>(program, in, d_in, d_out);
  measure<2, 3>(program, in, d_in, d_out);
  measure<1, 3>(program, in, d_in, d_out);
  scan::measure_library_scan(program, in, d_in, d_out);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
