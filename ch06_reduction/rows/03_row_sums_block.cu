// row_sums_block: what does it gain if a block adds up one row?
// Step     one block per row
// Before   row_sums_warp has a quarter of the threads that the device holds if the matrix has 2048 long rows.
// Change   A block of 256 threads owns a row: eight times as many threads for the same rows. The sums of its eight warps meet in
//          shared memory, after a barrier (block_sum in reduce.cuh).
//
// Expect   2048 rows of 65,536 are now 2048 blocks, twice what 132 SMs hold at a time, with 256 loads per thread: close to the
//          ceiling. With 1024 columns, a thread makes only four loads, and then waits for two rounds of shuffles and a
//          barrier while its registers hold nothing: a block's 4 KB are in flight for about two thirds of its time.
//          With 32 columns seven of eight warps load nothing.
//          - At 2048 x 65536, it reaches 85 to 100% of the ceiling (before measuring).
//          - At 131072 x 1024, it reaches 55 to 90% of the ceiling (before measuring).
//            Missed on the H100: Eight blocks per SM ask for 32 KB at a time. Even if they do so for half of their
//            time only, 16 KB are in flight on average, and an H100 needs 14 KB (3.08 TB/s x 0.6 us / 132 SMs). An
//            H200 needs 21 KB.
//          - At 4194304 x 32, it reaches 1 to 8% of the ceiling (before measuring).
// Run      ./tutorial run row_sums_block -- --rows 2048 --columns 65536
// See      ./tutorial explain row_sums_block
// Source   ours

#include "reduce.cuh"
#include "rows/rows.hpp"

constexpr int block_size = 256;

// [kernel]
__global__ void row_sums_block(const float* in, float* sums, std::int64_t rows, std::int64_t columns) {
  // [change]
  __shared__ float warp_sums[tutorial::warp_size];
  const std::int64_t row = blockIdx.x;
  if (row >= rows) return;  // the whole block: only if there is no row at all

  float sum = 0;
  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) sum += in[row * columns + c];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) sums[row] = sum;
  // [change]
}
// [kernel]

void run(tutorial::Program& program, const rows::Options& options) {
  rows::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_sums(in.rows);  // cudaMalloc, cudaMemcpy
  const unsigned grid = tutorial::blocks_for(in.rows, 1);

  program.measure(
      in.sums_row("one block per row"),
      [&] {
        row_sums_block<<<grid, block_size>>>(d_in.data(), d_sums.data(), in.rows, in.columns);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check_sums(d_sums.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  rows::Options options;
  rows::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
