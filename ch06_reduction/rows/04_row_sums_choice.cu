// row_sums_choice: how few threads should own a row, so that each has enough bytes in flight?
// Step     lanes by length
// Before   Each of the three kernels is good at one length: a thread, a warp and a block per row.
// Change   The number of threads follows from the length of a row, and each thread has four 16-byte loads in flight before
//          it adds the first:
//
//              up to 128 columns    1, 2, 4 .. 32 lanes per row, one word per lane; four rows at a time
//              up to 4096           a warp per row, four words per lane at a time
//              longer               a block per row, four words per thread at a time
//
//              8 lanes, 32 columns:  | row 0: 8 words | row 4 | row 8 | row 12 |  one load of a warp, 4 lines
//                                    | row 1          | row 5 | row 9 | row 13 |  the next one, in flight with it
//
//          If the number of columns is no multiple of four, rows do not begin at multiples of 16 bytes, and the words are
//          single floats.
// Expect   Bytes in flight: 64 per thread, as in reduce_vector, at each length. Eight lanes share a row of 32 columns, so a
//          row takes three shuffles, not five, and a warp makes them for four groups at once: 12 shuffles for 16 rows
//          instead of 80. Sectors per request: 16, the minimum for 16 bytes per lane.
//          With 32 columns a sum of 4 bytes is written per 128 bytes read, 3% that the ceiling does not count.
//          cub::DeviceSegmentedReduce uses a block per segment, whatever its length, as row_sums_block does.
//          - At 131072 x 1024, it reaches 90 to 102% of the ceiling (before measuring).
//          - At 16384 x 8192, it reaches 90 to 102% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 90 to 102% of the ceiling (before measuring).
//          - At 4194304 x 32, it reaches 80 to 98% of the ceiling (before measuring).
//          - At 4194304 x 32, it is at least 8 times as fast as "cub::DeviceSegmentedReduce" (before measuring).
// Run      ./tutorial run row_sums_choice -- --rows 4194304 --columns 32
// See      ./tutorial explain row_sums_choice
// Source   ours

#include <bit>

#include "rows/library_segments.hpp"
#include "rows/rows.hpp"
#include "rows/words.cuh"

constexpr int block_size = rows::block_size;

// [kernel]
// `lanes` threads per row: a power of two up to 32, or the block. Each group of them sums `together` rows, and loads `words`
// words of each before it adds.
template <typename Word, int lanes, int together, int words>
__global__ void row_sums_choice(const Word* in, float* sums, std::int64_t rows, unsigned words_in_row) {
  __shared__ float of_warps[rows::warps];
  const std::int64_t first = (std::int64_t{blockIdx.x} * block_size + threadIdx.x) / lanes * together;

  // [change]
  float sum[together] = {};
  for (unsigned at = threadIdx.x % lanes; at < words_in_row; at += lanes * words) {
    Word word[together][words];
#pragma unroll
    for (int r = 0; r < together; ++r) {
#pragma unroll
      for (int w = 0; w < words; ++w) {
        const unsigned here = at + w * lanes;
        const bool is_there = first + r < rows && here < words_in_row;
        word[r][w] = is_there ? in[(first + r) * words_in_row + here] : rows::filled<Word>(0);
      }
    }
#pragma unroll
    for (int r = 0; r < together; ++r) {
#pragma unroll
      for (int w = 0; w < words; ++w) sum[r] += rows::fold(word[r][w], rows::Plus{});
    }
  }
  // [change]

#pragma unroll
  for (int r = 0; r < together; ++r) {
    if constexpr (lanes > tutorial::warp_size) {
      sum[r] = rows::all_threads(sum[r], rows::Plus{}, of_warps);
    } else {
      sum[r] = rows::all_lanes<lanes>(sum[r], rows::Plus{});
    }
    if (threadIdx.x % lanes == 0 && first + r < rows) sums[first + r] = sum[r];
  }
}
// [kernel]

template <typename Word>
void run(tutorial::Program& program, rows::Input& in) {
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_sums(in.rows);  // cudaMalloc, cudaMemcpy
  const auto words = static_cast<unsigned>(in.columns * sizeof(float) / sizeof(Word));
  const auto measure = [&](auto kernel, int lanes, int together) {
    const std::int64_t groups = (in.rows + together - 1) / together;
    const unsigned grid = tutorial::blocks_for(groups * lanes, block_size);
    program.measure(
        in.sums_row(std::to_string(lanes) + (lanes == 1 ? " thread" : " threads") + " per row, words of " +
                    std::to_string(sizeof(Word)) + " bytes"),
        [&] {
          kernel<<<grid, block_size>>>(reinterpret_cast<const Word*>(d_in.data()), d_sums.data(), in.rows,
                                       words);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check_sums(d_sums.to_host()); });
  };

  // [choice]
  if (words > 1024) {
    measure(row_sums_choice<Word, block_size, 1, 4>, block_size, 1);
  } else if (words > 32) {
    measure(row_sums_choice<Word, 32, 1, 4>, 32, 1);
  } else {
    switch (std::bit_ceil(words)) {
      case 32: measure(row_sums_choice<Word, 32, 4, 1>, 32, 4); break;
      case 16: measure(row_sums_choice<Word, 16, 4, 1>, 16, 4); break;
      case 8: measure(row_sums_choice<Word, 8, 4, 1>, 8, 4); break;
      case 4: measure(row_sums_choice<Word, 4, 4, 1>, 4, 4); break;
      case 2: measure(row_sums_choice<Word, 2, 4, 1>, 2, 4); break;
      default: measure(row_sums_choice<Word, 1, 4, 1>, 1, 4);
    }
  }
  // [choice]

  rows::measure_segments(program, in, d_in, d_sums);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  rows::Options options;
  rows::add_options(program, options);
  return program.run(argc, argv, [&] {
    rows::Input in(options, program.seed());
    if (in.columns % 4 == 0) {
      run<float4>(program, in);
    } else {
      run<float>(program, in);
    }
  });
}
