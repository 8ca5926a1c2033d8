// compact: how do blocks write the positive elements of a vector next to each other, in their order?
// Step     compaction by look-back
// Problem  out = the elements of `in` that are positive, in the same order, and their number.
// Way      Where an element goes is the number of positive elements before it: a scan of zeros and ones. So this is
//          scan_staged, but what a tile publishes is how many elements it keeps:
//
//              in        3 -1  4 -1 -5  9  2 -6
//              keep      1  0  1  0  0  1  1  0
//              scan      0  1  1  2  2  2  3  4       3 goes to 0, 4 to 1, 9 to 2, 2 to 3
//
//          A block collects its kept elements in the shared memory that the tile came from, and writes them as one run. Lanes that wrote directly would store
//          to every second word or so, four times per sector.
//
// Expect   Half of the elements are kept: 6 bytes per element instead of the 8 of a scan. Besides the work of the scan a tile
//          has 16 stores to shared memory per thread, some of them in conflict, 8 loads, and two more barriers. With
//          the loads of scan_look_back it took 286 us, and CUB 227.
//          - At 100 M, it reaches 70 to 95% of the ceiling (before measuring).
//            Missed: As in scan_staged, loads ahead do not help: a tile of 16,384 elements takes 6.4 us instead of the
//            3.0 that its bytes need, and smaller tiles are slower.
//          - At 100 M, it is 1.05 to 1.5 times as fast as "cub::DeviceSelect::If" (before measuring).
//            Missed: For the same reason.
// Run      ./tutorial run compact
// See      ./tutorial explain compact
// Source   ours

#include "reduce.cuh"
#include "scan/library_scan.hpp"
#include "scan/look_back.cuh"
#include "scan/staged.cuh"

constexpr int block_size = 1024;

// [kernel]
template <int words, int stages>
__global__ void __launch_bounds__(block_size)
    compact(const int* in, int* out, std::int64_t* count, std::int64_t n, std::int64_t tiles,
            scan::State* all_states) {
  extern __shared__ int4 stage_words[];
  __shared__ int warp_sums[tutorial::warp_size];
  __shared__ int before_tile;
  const scan::States states(all_states);
  scan::Staged<words, stages> staged(stage_words, in, n);
  for (int ahead = 0; ahead < stages - 1; ++ahead) staged.load(blockIdx.x + std::int64_t{ahead} * gridDim.x);

  for (std::int64_t number = blockIdx.x; number < tiles; number += gridDim.x) {
    staged.load(number + std::int64_t{stages - 1} * gridDim.x);
    int* kept = staged.memory_of_next();  // free as soon as all threads have read their words
    const scan::Tile<words> tile = staged.next();
    scan::Tile<words> place;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = tile.word[k];  // 0 past the end, which is not positive
      place.word[k] = {v.x > 0, v.y > 0, v.z > 0, v.w > 0};
    }
    const scan::OfBlock block = scan::block_scan(place.scan_in_warp(), warp_sums);

    if (threadIdx.x < tutorial::warp_size) {
      if (threadIdx.x == 0) states.publish(number, scan::sum_of_tile, block.total);
      const int before = states.look_back(number);
      if (threadIdx.x == 0) {
        states.publish(number, scan::sum_up_to_tile, before + block.total);
        before_tile = before;
        if (number == tiles - 1) *count = std::int64_t{before} + block.total;
      }
    }
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = tile.word[k], to = place.word[k];
      if (v.x > 0) kept[block.before + to.x] = v.x;
      if (v.y > 0) kept[block.before + to.y] = v.y;
      if (v.z > 0) kept[block.before + to.z] = v.z;
      if (v.w > 0) kept[block.before + to.w] = v.w;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < block.total; i += block_size) out[std::int64_t{before_tile} + i] = kept[i];
    __syncthreads();  // before the stage is filled again
  }
}
// [kernel]

template <int words, int stages>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out, tutorial::DeviceBuffer<std::int64_t>& d_count) {
  const scan::StagedLaunch launch(compact<words, stages>, block_size, words, stages, in.n);
  tutorial::DeviceBuffer<scan::State> d_states(scan::States::words(launch.tiles));
  d_out.poison();
  d_count.poison();
  program.measure(
      in.positive_row("one pass, loads ahead, tiles of " +
                      std::to_string(scan::tile_size<words>(block_size))),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_states.data(), 0, d_states.bytes()));
        launch(d_in.data(), d_out.data(), d_count.data(), in.n, launch.tiles, d_states.data());
      },
      [&] { return in.check_positive(d_out.to_host(), d_count.to_host()[0]); });
}

void run(tutorial::Program& program, std::int64_t n) {
  tutorial::Program::require(n < std::int64_t{1} << 31,
                             "--n must be below 2^31: tiles publish counts of 31 bits");
  scan::Input in(n, program.seed());
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<std::int64_t> d_count(1);
  if (scan::fits(block_size, 4, 3)) measure<4, 3>(program, in, d_in, d_out, d_count);
  if (scan::fits(block_size, 2, 3)) measure<2, 3>(program, in, d_in, d_out, d_count);
  measure<1, 3>(program, in, d_in, d_out, d_count);
  scan::measure_library_select(program, in, d_in, d_out, d_count);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
