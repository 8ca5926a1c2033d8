// spmv_thread_per_row: what does it cost to multiply a matrix in which almost every entry is zero?
// Step     one thread per row
// Before   gather reads a vector through a list of indices, and its cost depends on the list. The product y = A x of
//          a sparse matrix is a gather and a sum for every row.
// Change   The matrix stores only its nonzero entries, row after row (compressed sparse rows, CSR); one thread walks
//          one row, adds in a register, and writes one element of y.
//
//              row_start   0         3   4         7         row r: entries row_start[r] .. row_start[r + 1]
//              col         0  1  2 | 1 | 0  2  3 |           value[e] belongs to column col[e]
//              value       a  b  c | d | e  f  g |
//              thread      0         1   2                   in its first step each reads the first of its row
//
//          Bytes that must move, once each: an index (4 bytes) and a value per entry, one offset per row and one
//          more, x, y. The work is two operations per entry, so the product is memory-bound.
//
// Expect   Neighboring threads read neighboring rows, not neighboring entries. With the five entries of a Poisson row,
//          and float, a warp's request covers 32 * 5 entries * 4 bytes: 20 sectors where 4 are the minimum. But the
//          next four steps need the same 20 sectors, and find them in L1. So device memory should see each sector
//          about once, and the rate should still come close to the read ceiling. The x of neighboring rows are
//          neighbors.
//          Uneven rows are different: 31 lanes wait for the longest row of their warp, and at the end of the
//          launch all other threads have finished except one that has 65,536 entries.
// Measured - It reaches 85 to 100% of the ceiling (after measuring).
//            Missed on the H200: Its memory is faster. A thread waits for an entry, then for the x that it refers
//            to, and only then requests the next one. With five entries in flight, as in
//            spmv_in_flight, the same reads come close to the ceiling there, too.
//          - At uneven, 16777216 rows, it reaches 0 to 10% of the ceiling (after measuring).
// Run      ./tutorial run spmv_thread_per_row -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_thread_per_row
// Source   [Farber] ch. 6 (the Poisson matrix); kernel after Bell and Garland, NVR-2008-004

#include "sparse/spmv.hpp"

// [kernel]
template <typename T>
__global__ void spmv_thread_per_row(ch06::Index rows, const ch06::Index* row_start, const ch06::Index* col,
                                    const T* value, const T* x, T* y) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const ch06::Index end = row_start[row + 1];
  T sum = 0;
  for (ch06::Index e = row_start[row]; e < end; ++e) {
    const ch06::Index c = col[e];
    const T factor = value[e];
    sum += factor * x[c];
  }
  y[row] = sum;  // 0 for an empty row: y is never left as it was
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  const ch06::SpmvInput<T> in(options, program.seed());
  const ch06::Csr<T>& a = in.a;
  const tutorial::DeviceBuffer<ch06::Index> d_row_start(a.row_start), d_col(a.col);  // cudaMalloc, cudaMemcpy
  const tutorial::DeviceBuffer<T> d_value(a.value), d_x(in.x_values);
  tutorial::DeviceBuffer<T> d_y(a.rows);  // cudaMalloc
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(a.rows, block);

  program.measure(
      in.row("CSR, one thread per row, " + std::to_string(block) + " threads", in.csr_bytes()),
      [&] {
        spmv_thread_per_row<<<grid, block>>>(a.rows, d_row_start.data(), d_col.data(), d_value.data(),
                                             d_x.data(), d_y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_y.to_host()); });
  in.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
