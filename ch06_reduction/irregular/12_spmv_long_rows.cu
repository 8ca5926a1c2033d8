// spmv_long_rows: who adds up a row that is as long as its whole share?
//
// Before   in spmv_long_rows every block has the same work, but within a block a thread has a row: whoever meets a long
//          one adds up to 2047 products alone, and the block stays on its multiprocessor as long.
// Change   a thread adds up a row of at most 32 products. Longer ones it puts on a list in shared memory; behind a
//          second barrier the warps take them from there in turn, 32 products at a step, and shuffles add up the lanes:
//
//              products    A A A B C C C C C C C C C C C ...      rows A, B and C
//              thread 0    A A A      warp 0    0 1 2 3 4 5 6 ... its lanes side by side, on row C
//              thread 1          B
//
//          At most size / 33 rows of a share are longer than 32: so long is the list. Which row comes first on it is
//          chance; the sum of a row is not.
//
// Expect   Poisson: nothing but the second barrier. Uneven rows: one row of 34 has 33 entries or more, and they hold
//          two thirds of all entries; the longest wait within a block is now 64 steps instead of 2047. We expect to be
//          faster by a third or more.
// Run      ./tutorial run spmv_long_rows -- --data uneven
// See      ./tutorial explain spmv_long_rows -- --data uneven
// Source   Greathouse and Daga, SC 2014 (short rows by threads, long ones by groups)

#include "irregular/shares.cuh"

// [kernel]
// The block needs each<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_long_rows(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
                            const ch06::Index* row_start, const ch06::Index* col, const T* value, const T* x,
                            T* y, T* carry) {
  T* product = ch06::dynamic_shared<T>();
  constexpr int most_for_a_thread = 32;
  __shared__ ch06::Index long_row[ch06::each<T> * 1024 / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * ch06::each<T> * blockDim.x;
  const std::int64_t end_item =
      first_item + ch06::each<T> * blockDim.x < items ? first_item + ch06::each<T> * blockDim.x : items;
  const ch06::Index first = first_row[blockIdx.x];
  const ch06::Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<ch06::Index>(first_item - first);
  const auto end = static_cast<ch06::Index>(end_item - last);

  if (threadIdx.x == 0) long_rows = 0;
  ch06::stage(product, col + begin, value + begin, x, end - begin);

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = ch06::in_share(row_start[row], begin, end);
    const int to = ch06::in_share(row_start[row + 1], begin, end);
    if (to - from > most_for_a_thread) {
      long_row[atomicAdd(&long_rows, 1)] = static_cast<ch06::Index>(row);
      continue;
    }
    T sum = 0;
    for (int e = from; e < to; ++e) sum += product[e];
    *(row < last ? y + row : carry + blockIdx.x) = sum;
  }

  // The list is complete.
  __syncthreads();

  const int lane = threadIdx.x % ch06::warp_size;
  for (int i = threadIdx.x / ch06::warp_size; i < long_rows; i += blockDim.x / ch06::warp_size) {
    const ch06::Index row = long_row[i];
    const int to = ch06::in_share(row_start[row + 1], begin, end);
    T sum = 0;
    for (int e = ch06::in_share(row_start[row], begin, end) + lane; e < to; e += ch06::warp_size) sum += product[e];
    sum = ch06::warp_sum(sum);
    if (lane == 0) *(row < last ? y + row : carry + blockIdx.x) = sum;
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
      product.row("CSR, long rows by warps, " + std::to_string(program.block()) + " threads", product.csr_bytes()),
      [&] {
        // [launch]
        spmv_long_rows<<<shares.count(), program.block(), shared_bytes>>>(
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
  tutorial::Program program("spmv_long_rows",
                            "who adds up a row that is as long as its whole share?");
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
