// spmv_shares: what if every block gets the same amount of work, wherever the rows end?
//
// Before   spmv_staged gives a block as many rows as it has threads. Where rows are uneven so is the work: a block may
//          have nothing to do, or 32 turns.
// Change   what is shared out is items: an entry is one, and the end of a row, which has a y to write, is one too. Each
//          block gets 8 for a thread (double: 4), so its entries always fit, and there are no turns. The end of a share
//          may cut a row. Then each share adds up its own part: the one where the row ends writes y, those before carry
//          their parts over, and a second, small launch adds them, in a fixed order:
//
//              items      a b c | | d e f g h i j | k |      "|": the end of a row, where y is written
//              shares     <-----> <-----> <-----> <--->      d .. j is cut twice: two carries, and y has j alone
//
//          In which row a share begins depends on the structure of the matrix alone. The host finds out once, by a
//          binary search for each share, as one prepares a matrix that will be multiplied many times.
//
// Expect   Poisson: six items a row instead of five entries, and a second launch of two microseconds: a little slower
//          than spmv_staged. Uneven rows: no block has more work than another, and this rung should win by much. What
//          is left uneven is within the block: one thread may have 2047 products to add, while its neighbours have
//          written their zeros.
// Run      ./tutorial run spmv_shares -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_shares
// Source   Merrill and Garland, SC 2016 (merge path: entries and row ends count alike)

#include "sparse/further/shares.cuh"

// [kernel]
// The block needs each<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_shares(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
                            const ch06::Index* row_start, const ch06::Index* col, const T* value, const T* x,
                            T* y, T* carry) {
  T* product = ch06::dynamic_shared<T>();

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * ch06::each<T> * blockDim.x;
  const std::int64_t end_item =
      first_item + ch06::each<T> * blockDim.x < items ? first_item + ch06::each<T> * blockDim.x : items;
  const ch06::Index first = first_row[blockIdx.x];
  const ch06::Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<ch06::Index>(first_item - first);
  const auto end = static_cast<ch06::Index>(end_item - last);

  ch06::stage(product, col + begin, value + begin, x, end - begin);

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = ch06::in_share(row_start[row], begin, end);
    const int to = ch06::in_share(row_start[row + 1], begin, end);
    T sum = 0;
    for (int e = from; e < to; ++e) sum += product[e];
    *(row < last ? y + row : carry + blockIdx.x) = sum;
  }
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, program.block());
  const std::size_t shared_bytes = ch06::each<T> * program.block() * sizeof(T);

  product.y.poison();
  program.measure(
      product.row("CSR, equal shares, " + std::to_string(program.block()) + " threads", product.csr_bytes()),
      [&] {
        // [launch]
        spmv_shares<<<shares.count(), program.block(), shared_bytes>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(), a.col.data(),
            a.value.data(), product.x.data(), product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        shares.launch_add_carries(product.y.data());
        // [launch]
      },
      [&] { return product.check(); });
  product.explain(program);
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program("spmv_shares",
                            "what if every block gets the same amount of work, wherever the rows end?");
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
