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
//          A warp collects its kept elements in shared memory, where its part of the tile came from, and writes them as one run when it
//          knows their place. Lanes that wrote directly would store to every second word or so, four times per sector. A warp keeps
//          at most 128 of the elements of a word, so the counts of four words fit into the bytes of one number, and one scan of
//          the warp is enough for all.
//
// Expect   Half of the elements are kept: 6 bytes per element instead of the 8 of a scan. So a wave takes 1.5 us at the rate of a
//          copy, not 2, and the same way of a count through L2 needs four or five waves where a scan needs three. The runs of two
//          warps share a sector or two, which L2 joins.
//          - At 100 M, it reaches 80 to 92% of the ceiling (before measuring).
//          - At 100 M, "counts 4 ahead, tiles of 8192" is 1.05 to 1.6 times as fast as "counts 3 ahead, tiles of 8192"
//            (before measuring). Missed: Before the tiles in shared memory began with a sector, it was 1.11 times as
//            fast. Now a wave takes less of the SM's time, and three are nearly enough.
//          - At 100 M, it is at least 1.25 times as fast as "cub::DeviceSelect::If" (before measuring).
// Run      ./tutorial run compact
// See      ./tutorial explain compact
// Source   ours

#include "scan/library_scan.hpp"
#include "scan/staged.cuh"
#include "scan/waves.cuh"

constexpr int warps = 16;  // that handle tiles; two more exchange their counts

// [kernel]
template <int words, int stages, int ahead>
__global__ void __launch_bounds__(scan::Waves<warps, ahead>::threads)
    compact(const int* in, int* out, std::int64_t* count, std::int64_t n, std::int64_t tiles,
            scan::Published* counts) {
  static_assert(words <= 4, "a byte for each");
  // 16 bytes beside a sector, a copy would ask for each sector twice.
  extern __shared__ __align__(128) int4 stage_words[];
  __shared__ typename scan::Waves<warps, ahead>::Shared shared;
  scan::Waves<warps, ahead> waves(counts, tiles, shared);
  if (threadIdx.x / tutorial::warp_size == warps) return waves.publish();
  if (threadIdx.x / tutorial::warp_size > warps) return waves.collect();

  const int lane = static_cast<int>(threadIdx.x % tutorial::warp_size);
  scan::Staged<warps, words, stages> staged(stage_words, in, n);
  // How many elements of word k of a thread are kept, in byte k. Past the end are zeros, which are not positive.
  const auto kept_of = [](const scan::Tile<words>& tile) {
    int kept = 0;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = tile.word[k];
      kept += ((v.x > 0) + (v.y > 0) + (v.z > 0) + (v.w > 0)) << (8 * k);
    }
    return kept;
  };
  const auto sum_of_bytes = [](int bytes) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < words; ++k) sum += bytes >> (8 * k) & 0xFF;
    return sum;
  };
  const auto finish = [&](int wave) {
    const scan::Tile<words> tile = staged.tile(wave);
    const int of_lane = kept_of(tile);
    const int up_to = scan::warp_scan(of_lane);
    const int of_lanes_before = up_to - of_lane;
    const int of_warp = __shfl_sync(0xFFFFFFFFu, up_to, tutorial::warp_size - 1);
    // The warp keeps its elements where they came from, side by side.
    int* kept = reinterpret_cast<int*>(staged.part(wave));
    int in_kept = 0;
    __syncwarp();  // all lanes have read
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = tile.word[k];
      int place = in_kept + (of_lanes_before >> (8 * k) & 0xFF);
      if (v.x > 0) kept[place++] = v.x;
      if (v.y > 0) kept[place++] = v.y;
      if (v.z > 0) kept[place++] = v.z;
      if (v.w > 0) kept[place++] = v.w;
      in_kept += of_warp >> (8 * k) & 0xFF;
    }
    const int before = waves.before(wave);  // its __syncwarp orders the stores to `kept`, too
    // It writes 32 neighbors from a multiple of 128 bytes on.
    for (int i = lane - before % tutorial::warp_size; i < in_kept; i += tutorial::warp_size) {
      if (i >= 0) out[std::int64_t{before} + i] = kept[i];
    }
    const bool is_last = waves.tile_of(wave) == tiles - 1 && threadIdx.x / tutorial::warp_size == warps - 1;
    if (is_last && lane == 0) *count = std::int64_t{before} + in_kept;
    __syncwarp();  // all lanes have read what was kept
  };

  for (int wave = 0; wave < stages - ahead; ++wave) staged.load(waves.tile_of(wave));
  int wave = 0;
  for (; waves.tile_of(wave) < tiles; ++wave) {
    staged.template wait<stages - ahead - 1>();
    waves.report(wave, tutorial::sum_across_warp(sum_of_bytes(kept_of(staged.tile(wave)))));
    if (wave >= ahead) finish(wave - ahead);
    staged.load(waves.tile_of(wave + stages - ahead));  // into the slot of the tile that is finished
  }
  for (int last = max(wave - ahead, 0); last < wave; ++last) finish(last);
}
// [kernel]

template <int words, int stages, int ahead>
void measure(tutorial::Program& program, const scan::Input& in, const tutorial::DeviceBuffer<int>& d_in,
             tutorial::DeviceBuffer<int>& d_out, tutorial::DeviceBuffer<std::int64_t>& d_count) {
  if (words > 1 && !scan::fits(warps, words, stages)) return;
  constexpr int tile = scan::tile_size<words>(warps * tutorial::warp_size);
  const scan::StagedLaunch launch(compact<words, stages, ahead>, scan::Waves<warps, ahead>::threads, tile,
                                  scan::stage_bytes(warps, words, stages), in.n);
  tutorial::DeviceBuffer<scan::Published> d_counts(launch.tiles);
  d_out.poison();
  d_count.poison();
  program.measure(
      in.positive_row("counts " + std::to_string(ahead) + " ahead, tiles of " + std::to_string(tile)),
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
  measure<4, 6, 3>(program, in, d_in, d_out, d_count);
  measure<4, 6, 4>(program, in, d_in, d_out, d_count);
  measure<4, 7, 5>(program, in, d_in, d_out, d_count);
  measure<2, 6, 4>(program, in, d_in, d_out, d_count);
  measure<1, 6, 4>(program, in, d_in, d_out, d_count);
  scan::measure_library_select(program, in, d_in, d_out, d_count);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  scan::add_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
