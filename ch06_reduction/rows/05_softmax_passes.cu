// softmax_passes: what does a softmax of each row cost if it reads the row once for each of its formulas?
// Step     three passes
// Problem  out[r][c] = exp(in[r][c] - maximum of row r) / sum of these exponentials over row r. Without the maximum, exp
//          overflows from 88.7 on.
// Way      A block per row, as in row_sums_block, and a loop over the row for each formula: the maximum, the sum of the
//          exponentials, the results. All threads need the maximum and the sum, so these reductions end with every
//          thread holding the result (all_threads in words.cuh: a butterfly of shuffles, a barrier, another butterfly).
//
//              pass 1   read    maximum          two results that every thread waits for,
//              pass 2   read    sum              each of them after a barrier
//              pass 3   read    write
//
// Expect   Four transfers of the matrix instead of the two of a copy, unless a cache still has the row: eight blocks per
//          SM have eight rows.
//          With 1024 columns those are 32 KB, which L1 keeps: passes 2 and 3 read from there. What costs are the two
//          barriers between a thread's four loads and its four stores.
//          With 8192 columns they are 256 KB, too much for L1, but all SMs together have 35 MB: L2 (50 MB) keeps most.
//          With 65,536 columns they are 270 MB: three reads from memory, so half of a copy at most.
//          With 32 columns seven of eight warps have nothing to do.
//          - At 131072 x 1024, it reaches 45 to 85% of the ceiling (before measuring).
//          - At 16384 x 8192, it reaches 45 to 85% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 35 to 55% of the ceiling (before measuring).
//          - At 4194304 x 32, it reaches 1 to 8% of the ceiling (before measuring).
// Run      ./tutorial run softmax_passes -- --rows 131072 --columns 1024
// See      ./tutorial explain softmax_passes
// Source   ours

#include <cuda/std/span>

#include "rows/rows.hpp"
#include "rows/words.cuh"

constexpr int block_size = rows::block_size;

// [kernel]
__global__ void softmax_passes(const float* in, float* out, std::int64_t rows, std::int64_t columns) {
  __shared__ float maxima[rows::warps];
  __shared__ float sums[rows::warps];
  if (blockIdx.x >= rows) return;  // the whole block: only if there is no row at all
  const cuda::std::span<const float> row(in + blockIdx.x * columns, columns);
  const cuda::std::span<float> to(out + blockIdx.x * columns, columns);

  float maximum = -INFINITY;
  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) maximum = fmaxf(maximum, row[c]);
  maximum = rows::all_threads(maximum, rows::Max{}, maxima);

  float sum = 0;
  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) sum += expf(row[c] - maximum);
  sum = rows::all_threads(sum, rows::Plus{}, sums);

  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) to[c] = expf(row[c] - maximum) / sum;
}
// [kernel]

void run(tutorial::Program& program, const rows::Options& options) {
  rows::Input in(options, program.seed());
  const std::vector<float>& values = in.make_values();
  tutorial::DeviceBuffer<float> d_in(values), d_out(values.size());  // cudaMalloc, cudaMemcpy
  const unsigned grid = tutorial::blocks_for(in.rows, 1);

  program.measure(
      in.matrix_row("three passes, one block per row"),
      [&] {
        softmax_passes<<<grid, block_size>>>(d_in.data(), d_out.data(), in.rows, in.columns);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check_softmax(d_out.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  rows::Options options;
  rows::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
