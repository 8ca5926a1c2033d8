// scan_staged: can loads go on while a block looks back?
// Step     loads ahead
// Before   A block of scan_look_back loads its tile, and then nothing while it scans, looks back and stores. It starts with a ticket, and
//          so without any load in flight.
// Change   A block stays, and scans every gridDim.x-th tile. The words of its next two tiles are on their way to shared memory
//          (__pipeline_memcpy_async) while it works on the present one. Each thread copies the words that it will read itself,
//          so no barrier is needed between the copy and the read:
//
//              load      tile 3 ............   tile 4 ............   tile 5 ..
//              scan      tile 1, look back, store | tile 2, look back, store | tile 3 ..
//
//          All blocks of the grid are resident, since the launch is cooperative. So a block may wait for any other, and tickets
//          are not needed. A tile is as large as registers allow, 1024 threads x 16 elements: one tile per SM at a time, so
//          that fewer tiles are between a tile and the nearest sum that it can use.
//
// Expect   scan_look_back handles 44 tiles of 32 KB per us: 279 us, 67% of the ceiling. Here 128 KB per SM are always in flight. A tile
//          may take 4 us at the rate of a copy; a look-back over 132 tiles takes at most five rounds of 0.4 us.
//          - At 100 M, it reaches 85 to 98% of the ceiling (before measuring).
//            Missed: A tile of 16,384 elements takes 7.4 us instead of 4, though its words are requested two tiles ahead.
//            So its own steps take that long: scan, look-back and stores follow one another in the only block of an
//            SM. Tiles of half the size take as long altogether. No counter was read.
//          - At 100 M, it is 1.25 to 1.5 times as fast as scan_look_back (before measuring).
//            Missed: The loads were not what scan_look_back waits for: it has more blocks per SM, and while one looks
//            back, others scan or store.
//          - At 100 M, it is at least 1.1 times as fast as "cub::DeviceScan::ExclusiveSum" (before measuring).
//            Missed: For the same reason.
// Run      ./tutorial run scan_staged
// See      ./tutorial explain scan_staged
// Source   ours

#include "reduce.cuh"
#include "scan/library_scan.hpp"
#include "scan/look_back.cuh"
#include "scan/staged.cuh"

constexpr int block_size = 1024;

// [kernel]
template <int words, int stages>
__global__ void __launch_bounds__(block_size)
    scan_staged(const int* in, int* out, std::int64_t n, std::int64_t tiles, scan::State* all_states) {
  extern __shared__ int4 stage_words[];
  __shared__ int warp_sums[tutorial::warp_size];
  __shared__ int before_tile;
  const scan::States states(all_states);

  // [change]
  scan::Staged<words, stages> staged(stage_words, in, n);
  for (int ahead = 0; ahead < stages - 1; ++ahead) staged.load(blockIdx.x + std::int64_t{ahead} * gridDim.x);
  for (std::int64_t number = blockIdx.x; number < tiles; number += gridDim.x) {
    staged.load(number + std::int64_t{stages - 1} * gridDim.x);
    scan::Tile<words> tile = staged.next();
    // [change]
    const scan::OfBlock block = scan::block_scan(tile.scan_in_warp(), warp_sums);
    if (threadIdx.x < tutorial::warp_size) {
      if (threadIdx.x == 0) states.publish(number, scan::sum_of_tile, block.total);
      const int before = states.look_back(number);
      if (threadIdx.x == 0) {
        states.publish(number, scan::sum_up_to_tile, before + block.total);
        before_tile = before;
      }
    }
    __syncthreads();

    tile.add(before_tile + block.before);
    const std::int64_t first = number * scan::tile_size<words>(block_size);
    tile.store(out + first, n - first);
  }
}
// [kernel]

template <int words, int stages>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out) {
  const scan::StagedLaunch launch(scan_staged<words, stages>, block_size, words, stages, in.n);
  tutorial::DeviceBuffer<scan::State> d_states(scan::States::words(launch.tiles));
  d_out.poison();
  program.measure(
      in.sums_row("one pass, loads ahead, tiles of " + std::to_string(scan::tile_size<words>(block_size))),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_states.data(), 0, d_states.bytes()));
        launch(d_in.data(), d_out.data(), in.n, launch.tiles, d_states.data());
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
