// spmv_thread_per_row: what does it cost to multiply a matrix of which almost every entry is zero?
// Step     one thread per row
// Before   gather reads a vector through a list of indices, and what it costs depends on the list. The product
//          y = A x of a sparse matrix is a gather for every row, and a sum.
// Change   the matrix holds its entries alone, row after row (compressed sparse rows, CSR); one thread walks
//          one row, adds up in a register, and writes one element of y.
//
//              row_start   0         3   4         7         row r: entries row_start[r] .. row_start[r + 1]
//              col         0  1  2 | 1 | 0  2  3 |           value[e] belongs to column col[e]
//              value       a  b  c | d | e  f  g |
//              thread      0         1   2                   in its first step each reads the first of its row
//
//          Bytes that must move, once each: an index (4 bytes) and a value for every entry, one offset a row
//          and one more, x, y. The work is two operations an entry: this is a matter of memory alone.
//
// Expect   Neighbouring threads read neighbouring rows, not neighbouring entries. With the five entries of a
//          Poisson row, and float, a warp's request covers 32 * 5 entries * 4 bytes: 20 sectors where 4 would
//          do. But the next four steps ask for the same 20 sectors, and L1 has them: device memory should see
//          each sector about once, and the rate should come near the read ceiling all the same. The x of
//          neighbouring rows are neighbours.
//          Uneven rows are another matter: 31 lanes wait for the longest row of their warp, and at the end of
//          the launch everybody waits for one thread with 65 536 entries.
// Measured - It reaches 85 to 100% of the ceiling (after measuring).
//            Why: On the H200, whose memory is faster. A thread waits for an entry, then for the x that it
//            names, and only then asks for the next one. With five entries under way, as in spmv_in_flight, the
//            same reads come near the ceiling there too.
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
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);

  product.y.poison();
  program.measure(
      product.row("CSR, one thread per row, " + std::to_string(program.block()) + " threads",
                  product.csr_bytes()),
      [&] {
        spmv_thread_per_row<<<tutorial::blocks_for(product.a.rows, program.block()), program.block()>>>(
            product.a.rows, a.row_start.data(), a.col.data(), a.value.data(), product.x.data(),
            product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
  product.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
