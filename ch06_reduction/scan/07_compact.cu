// compact: how do blocks write the positive elements of a vector next to each other, in their order?
// Step     compaction by waves
// Problem  out = the elements of `in` that are positive, in the same order, and their number.
// Way      Where an element goes is the number of positive elements before it: a scan of zeros and ones. So this is
//          scan_staged, but what a tile publishes is how many elements it keeps:
//
//              in        3 -1  4 -1 -5  9  2 -6
//              keep      1  0  1  0  0  1  1  0
//              scan      0  1  1  2  2  2  3  4       3 goes to 0, 4 to 1, 9 to 2, 2 to 3
//
//          A block collects its kept elements in shared memory, and writes them as one run. Lanes that wrote directly would
//          store to every second word or so, four times per sector. A warp keeps at most 128 of the elements of a word, so the counts
//          of four words fit into the bytes of one number, and one scan of the warp is enough for all.
//
// Expect   Half of the elements are kept: 6 bytes per element instead of the 8 of a scan. A wave of 132 tiles of 64 KB takes 3.1 us
//          at the rate of a copy, and tiles of half the size took 0.9 us per wave besides: 3.1 of 4 us are 78%.
// Measured - At 100 M, it reaches 70 to 88% of the ceiling (after measuring).
//          - At 100 M, it is 1.1 to 1.5 times as fast as "cub::DeviceSelect::If" (after measuring).
// Run      ./tutorial run compact
// See      ./tutorial explain compact
// Source   ours

#include "reduce.cuh"
#include "scan/library_scan.hpp"
#include "scan/staged.cuh"
#include "scan/waves.cuh"

constexpr int block_size = 1024;

// [kernel]
// Shared memory: `stages` tiles, and one of which the elements are kept.
template <int words, int stages>
__global__ void __launch_bounds__(block_size)
    compact(const int* in, int* out, std::int64_t* count, std::int64_t n, std::int64_t tiles,
            scan::Published* counts) {
  static_assert(words <= 4, "a byte for each");
  extern __shared__ int4 stage_words[];
  __shared__ scan::Waves::Shared shared[2];
  int* kept = reinterpret_cast<int*>(stage_words + stages * words * block_size);
  scan::Waves waves(counts, tiles, shared);
  scan::Staged<words, stages> staged(stage_words, in, n);
  for (int ahead = 0; ahead < stages - 1; ++ahead) staged.load(blockIdx.x + std::int64_t{ahead} * gridDim.x);

  int in_kept = 0;  // elements of this wave's tile
  for (std::int64_t number = std::int64_t{blockIdx.x} - gridDim.x; number < tiles; number += gridDim.x) {
    waves.look(number - blockIdx.x);
    staged.load(number + std::int64_t{stages} * gridDim.x);
    const scan::Tile<words> next = staged.next();
    int kept_of_words = 0;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = next.word[k];  // 0 past the end, which is not positive
      kept_of_words += ((v.x > 0) + (v.y > 0) + (v.z > 0) + (v.w > 0)) << (8 * k);
    }
    const int up_to = scan::warp_scan(kept_of_words);
    const auto of_lanes_before = static_cast<unsigned>(up_to - kept_of_words);
    const auto of_warp = static_cast<unsigned>(__shfl_sync(0xFFFFFFFFu, up_to, tutorial::warp_size - 1));
    int sum = 0;
#pragma unroll
    for (int k = 0; k < words; ++k) sum += of_warp >> (8 * k) & 0xFF;
    const scan::Waves::Known known = waves.exchange(sum);

    // A warp writes 32 neighbors from a multiple of 128 bytes on.
    for (int i = static_cast<int>(threadIdx.x) - known.before % tutorial::warp_size; i < in_kept;
         i += block_size) {
      if (i >= 0) out[std::int64_t{known.before} + i] = kept[i];
    }
    if (number == tiles - 1 && threadIdx.x == 0) *count = std::int64_t{known.before} + in_kept;
    __syncthreads();  // all have read what was kept
    in_kept = known.next.total;
    int of_words_before = known.next.before;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = next.word[k];
      int place = of_words_before + static_cast<int>(of_lanes_before >> (8 * k) & 0xFF);
      if (v.x > 0) kept[place++] = v.x;
      if (v.y > 0) kept[place++] = v.y;
      if (v.z > 0) kept[place++] = v.z;
      if (v.w > 0) kept[place++] = v.w;
      of_words_before += of_warp >> (8 * k) & 0xFF;
    }
  }
}
// [kernel]

template <int words, int stages>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out, tutorial::DeviceBuffer<std::int64_t>& d_count) {
  const scan::StagedLaunch launch(compact<words, stages>, block_size, words, stages + 1, in.n);
  tutorial::DeviceBuffer<scan::Published> d_counts(launch.tiles);
  d_out.poison();
  d_count.poison();
  program.measure(
      in.positive_row("one pass, loads ahead, tiles of " +
                      std::to_string(scan::tile_size<words>(block_size))),
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_counts.data(), 0, d_counts.bytes()));
        launch(d_in.data(), d_out.data(), d_count.data(), in.n, launch.tiles, d_counts.data());
      },
      [&] { return in.check_positive(d_out.to_host(), d_count.to_host()[0]); });
}

void run(tutorial::Program& program, std::int64_t n) {
  tutorial::Program::require(n < std::int64_t{1} << 31,
                             "--n must be below 2^31: tiles publish counts of 31 bits");
  scan::Input in(n, program.seed());
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<std::int64_t> d_count(1);
  if (scan::fits(block_size, 4, 3)) measure<4, 2>(program, in, d_in, d_out, d_count);
  if (scan::fits(block_size, 2, 3)) measure<2, 2>(program, in, d_in, d_out, d_count);
  measure<1, 2>(program, in, d_in, d_out, d_count);
  scan::measure_library_select(program, in, d_in, d_out, d_count);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
