// spmv_staged: can a block read the entries in order although its threads add them row by row?
// Step     products in shared memory
// Before   spmv_thread_per_row requests 20 sectors where 4 are the minimum, and relies on L1 for the rest; spmv_ell reads in
//          order, but has to convert the matrix, and pads it.
// Change   The rows of a block are consecutive, so its entries are contiguous in memory. The block reads that range in
//          order, whichever row an entry belongs to, multiplies, and leaves the products in shared memory. After a
//          barrier each thread adds its row there:
//
//              entries         a b c | d | e f g h |       adjacent lanes, eight entries each; all loads are issued
//              shared memory   A B C   D   E F G H         before the first value is used
//              thread          0       1   2               each adds up its own
//
//          If a block's entries do not fit, it needs several passes, with one more barrier after each: no thread may refill
//          shared memory while another is still adding.
//
// Expect   Columns and values take 4 sectors per request (5 if a block's range starts
//          within a sector), and each sector is requested once: L1 has nothing left to
//          save. The rows' ends in shared memory are five words apart, which has no
//          factor in common with 32 banks: no conflict. We expect Poisson to be close to
//          ELL with all slots, without its padding. Uneven rows gain little: the block
//          with the longest row takes 32 passes while 255 of its threads have nothing to
//          add.
//          - It is as fast as spmv_ell (before measuring). Missed: A block loads, meets its barrier, adds, and has
//            nothing in flight while it adds. The following steps, which divide the entries evenly, do better with
//            the same two phases, so the barrier alone is not the reason; we have not found the rest.
// Run      ./tutorial run spmv_staged -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_staged
// Source   Greathouse and Daga, SC 2014 (CSR-Stream)

#include "sparse/further/stage.cuh"
#include "sparse/spmv.hpp"

// [change]
// [kernel]
// The block needs items_per_thread<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_staged(ch06::Index rows, const ch06::Index* row_start, const ch06::Index* col,
                            const T* value, const T* x, T* y) {
  T* product = dynamic_shared<T>();

  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x;
  const std::int64_t row = first + threadIdx.x;
  const std::int64_t begin = row_start[first < rows ? first : rows];
  const std::int64_t end = row_start[first + blockDim.x < rows ? first + blockDim.x : rows];
  const std::int64_t row_begin = row < rows ? row_start[row] : end;
  const std::int64_t row_end = row < rows ? row_start[row + 1] : end;

  T sum = 0;
  const int turn = items_per_thread<T> * blockDim.x;
  for (std::int64_t staged = begin; staged < end; staged += turn) {
    const int count = staged + turn < end ? turn : static_cast<int>(end - staged);
    stage(product, col + staged, value + staged, x, count);

    __syncthreads();

    const std::int64_t stop = row_end < staged + count ? row_end : staged + count;
    for (std::int64_t e = row_begin > staged ? row_begin : staged; e < stop; ++e) sum += product[e - staged];

    // All have added up before the next pass fills the shared memory.
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}
// [change] [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  const std::size_t shared_bytes = items_per_thread<T> * program.block() * sizeof(T);

  product.y.poison();
  program.measure(
      product.row("CSR, staged, " + std::to_string(program.block()) + " threads", product.csr_bytes()),
      [&] {
        spmv_staged<<<tutorial::blocks_for(product.a.rows, program.block()), program.block(), shared_bytes>>>(
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
