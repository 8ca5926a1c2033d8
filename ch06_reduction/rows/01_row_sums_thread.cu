// row_sums_thread: how fast are the sums of a matrix's rows if each thread adds up one row?
// Step     one thread per row
// Problem  sums[r] = in[r][0] + .. + in[r][columns - 1], for each row of a row-major matrix.
// Way      One thread per row, which walks along it. It needs no other thread: no shuffle, no barrier.
//
//              lane 0   a a a a a a a a ..      row 0        at each step the 32 lanes of a warp load 32
//              lane 1   b b b b b b b b ..      row 1        elements that are a whole row apart:
//              lane 2   c c c c c c c c ..      row 2        32 sectors for 128 bytes instead of 4
//
// Expect   A request touches 32 sectors, and uses 4 of the 32 bytes of each. The other 28 are for the next seven steps, if
//          L1 still has them then. 131,072 rows are 31 warps per SM, which keep 32 cache lines each: 124 KB, and they fit,
//          so each byte should come from memory about once. But the L1 cache serves 32 lines with one request, one
//          after the other; 32 cycles per request are 0.9 TB/s on 132 SMs.
//          With few long rows most of the device is idle: 2048 rows are 64 warps, 8 blocks on 8 of 132 SMs. With rows of
//          32 columns, the SMs are full: 64 warps keep 2048 lines, 256 KB, which is all of L1.
//          - At 131072 x 1024, it reaches 10 to 40% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 0 to 4% of the ceiling (before measuring).
//          - At 4194304 x 32, it reaches 15 to 60% of the ceiling (before measuring).
// Run      ./tutorial run row_sums_thread -- --rows 131072 --columns 1024
// See      ./tutorial explain row_sums_thread
// Source   ours

#include "rows/rows.hpp"

constexpr int block_size = 256;

// [kernel]
__global__ void row_sums_thread(const float* in, float* sums, std::int64_t rows, std::int64_t columns) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  float sum = 0;
  for (std::int64_t c = 0; c < columns; ++c) sum += in[row * columns + c];
  sums[row] = sum;
}
// [kernel]

void run(tutorial::Program& program, const rows::Options& options) {
  rows::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_sums(in.rows);  // cudaMalloc, cudaMemcpy
  const unsigned grid = tutorial::blocks_for(in.rows, block_size);

  program.measure(
      in.sums_row("one thread per row"),
      [&] {
        row_sums_thread<<<grid, block_size>>>(d_in.data(), d_sums.data(), in.rows, in.columns);
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
