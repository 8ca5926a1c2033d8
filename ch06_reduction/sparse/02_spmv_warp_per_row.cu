// spmv_warp_per_row: how many lanes should share a row?
// Step     one warp per row
// Before   spmv_thread_per_row assigns a row to one thread: neighboring lanes read entries of different rows, and one
//          thread has to do a long row alone.
// Change   A group of neighboring lanes shares a row and adds its sums by shuffles. The size of the group is a
//          template parameter, from 2 lanes to the whole warp:
//
//              8 lanes per row   row 0                     row 1
//              entries           a b c d e . . .           f g h i j k l m    first step: one request, in order
//              lanes             0 1 2 3 4 5 6 7           8 9 ...
//                                          - - -  idle
//
//          A lane past the end of its row contributes a zero, and so does a group past the last row: the shuffles
//          need all 32 lanes.
//
// Expect   Poisson, five entries per row: with 8 lanes a warp's request covers four rows, 80 contiguous bytes: 3 to 4
//          sectors, all of them used. But a warp of 32 lanes has work for only five of them, once: it loads 20
//          bytes per request, waits, shuffles five times for four additions, and is done. There are 32 times as
//          many threads as in spmv_thread_per_row. We expect the whole warp to be several times slower, and 2 and
//          4 lanes to be the best.
//          Uneven rows: the more lanes, the sooner the longest row is done, so here many lanes should win by a
//          wide margin.
// Measured - "CSR, 32 lanes per row, 256 threads" is at most 0.33 times as fast as "CSR, 2 lanes per row, 256
//            threads" (after measuring).
//          - At uneven, 16777216 rows, "CSR, 32 lanes per row, 256 threads" is at least 2 times as fast as
//            spmv_thread_per_row (after measuring).
// Run      ./tutorial run spmv_warp_per_row -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_warp_per_row
// Source   Bell and Garland, NVR-2008-004; groups of lanes after Reguly and Giles, InPar 2012

#include "sparse/cusparse_spmv.hpp"

// [change] [kernel]
template <int lanes, typename T>
__global__ void spmv_lanes_per_row(ch06::Index rows, const ch06::Index* row_start, const ch06::Index* col,
                                   const T* value, const T* x, T* y) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = thread / lanes;
  const int lane = threadIdx.x % lanes;

  T sum = 0;
  if (row < rows) {
    const std::int64_t end = row_start[row + 1];
    for (std::int64_t e = row_start[row] + lane; e < end; e += lanes) {
      const ch06::Index c = col[e];
      const T factor = value[e];
      sum += factor * x[c];
    }
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset, lanes);
  }
  if (row < rows && lane == 0) y[row] = sum;
}
// [change] [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  const ch06::SpmvInput<T> in(options, program.seed());
  ch06::DeviceCsr<T> d_a(in.a);  // cudaMalloc, cudaMemcpy: row_start, col, value
  tutorial::DeviceBuffer<T> d_x(in.x_values), d_y(in.a.rows);
  const int block = program.block();

  const auto measure = [&](auto kernel, int lanes) {
    const unsigned grid = tutorial::blocks_for(std::int64_t{lanes} * in.a.rows, block);
    d_y.poison();
    program.measure(
        in.row("CSR, " + std::to_string(lanes) + " lanes per row, " + std::to_string(block) + " threads",
               in.csr_bytes()),
        [&] {
          kernel<<<grid, block>>>(in.a.rows, d_a.row_start.data(), d_a.col.data(), d_a.value.data(),
                                  d_x.data(), d_y.data());
          CUDA_CHECK_LAUNCH();
        },
        [&] { return in.check(d_y.to_host()); });
  };
  measure(spmv_lanes_per_row<2, T>, 2);
  measure(spmv_lanes_per_row<4, T>, 4);
  measure(spmv_lanes_per_row<8, T>, 8);
  measure(spmv_lanes_per_row<16, T>, 16);
  measure(spmv_lanes_per_row<32, T>, 32);
  ch06::measure_cusparse_csr(program, in, {d_x, d_y}, d_a, options);
  in.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
