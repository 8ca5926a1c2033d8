// row_sums_warp: what does it gain if a warp adds up one row?
// Step     one warp per row
// Before   row_sums_thread loads 32 elements of 32 rows with one request.
// Change   A warp owns a row. Its lanes load 32 neighboring elements at a time, and add up their 32 sums with five
//          shuffles at the end:
//
//              lane     0 1 2 .. 31  0 1 2 .. 31  0 1 ..
//              row 0    a b c .. d | e f g .. h | i j ..         4 sectors per request, the minimum
//
// Expect   Sectors per request 32 -> 4. With 1024 columns, a lane makes 32 loads; the compiler has at least four of them in
//          flight, and the five shuffles at the end of a row are few beside them: close to the ceiling.
//          Short rows: with 32 columns each lane loads once, then come five shuffles that depend on it. A warp has 128
//          bytes in flight, 64 warps 8 KB per SM; with about 0.8 us for load and shuffles that is 1.3 TB/s on 132 SMs.
//          Long rows: 2048 rows are 2048 warps, 16 per SM: a quarter of the threads, which have four times 128 bytes in
//          flight per warp, 8 KB again.
//          - At 131072 x 1024, it reaches 80 to 98% of the ceiling (before measuring).
//            Missed on the H100: The H100 has 16 loads in flight, not four: the compiler unrolls a second time what
//            it has unrolled by four. The H200, whose memory is faster, is within the range.
//          - At 4194304 x 32, it reaches 20 to 50% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 35 to 75% of the ceiling (before measuring).
//            Missed: The same 16 loads: 16 warps with 16 loads of 128 bytes are 32 KB per SM.
//          - At 131072 x 1024, it is at least 2 times as fast as row_sums_thread (before measuring).
// Run      ./tutorial run row_sums_warp -- --rows 131072 --columns 1024
// See      ./tutorial explain row_sums_warp
// Source   ours

#include "reduce.cuh"
#include "rows/rows.hpp"

constexpr int block_size = 256;

// [kernel]
__global__ void row_sums_warp(const float* in, float* sums, std::int64_t rows, std::int64_t columns) {
  // [change]
  const int lane = threadIdx.x % tutorial::warp_size;
  const std::int64_t row = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / tutorial::warp_size;
  if (row >= rows) return;  // all lanes of the warp, or none

  float sum = 0;
  for (std::int64_t c = lane; c < columns; c += tutorial::warp_size) sum += in[row * columns + c];
  sum = ch06::warp_sum(sum);
  if (lane == 0) sums[row] = sum;
  // [change]
}
// [kernel]

void run(tutorial::Program& program, const rows::Options& options) {
  rows::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_sums(in.rows);  // cudaMalloc, cudaMemcpy
  const unsigned grid = tutorial::blocks_for(in.rows * tutorial::warp_size, block_size);

  program.measure(
      in.sums_row("one warp per row"),
      [&] {
        row_sums_warp<<<grid, block_size>>>(d_in.data(), d_sums.data(), in.rows, in.columns);
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
