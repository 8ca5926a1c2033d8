// spmv_hybrid: what if a few long rows make ELL impossible, and all the others fit it?
//
// Before   ELL gives every row as many slots as the longest row has entries. One long row among millions of short
//          ones, and nearly all slots are padding: spmv_ell refuses such a matrix. COO takes any matrix, but adds
//          every product to y by an atomic addition.
// Change   Both, in one product (HYB): the first entries of each row are in ELL, and what is left of the long rows is
//          in COO. ELL is as wide as a third of the rows are long or longer: an entry in COO costs about three slots
//          in ELL (Bell and Garland). The ELL kernel writes y, so y needs no memset; the second kernel adds to it.
//
//              rows   a b c d e f      ELL, 2 slots   a g i      COO   row    0  0  0  0
//                     g h                             b h -            col    .  .  .  .
//                     i                                                value  c  d  e  f
//
//          The entries in COO are those of a few long rows, so the lanes of a warp nearly always add to the same
//          word. The first variant launches the kernel of spmv_coo, with an atomic addition per entry. In the second
//          one, a warp whose entries all belong to one row adds them by shuffles first, and makes one atomic
//          addition.
//
// Expect   On the Poisson matrix nothing is left for COO, and the product is that of spmv_ell. With 3 entries in all
//          rows but four, and 2^20 in these, ELL has 3 slots, and 4 million entries are in COO, whose additions go to
//          four words. The L2 cache makes additions to one word one after the other, at about one per clock cycle, so
//          they should take about a millisecond in the first variant; the second one has one addition for 32 of them.
//          In the uneven matrix half of the rows are empty and the mean is 10, so ELL has 2 slots, most entries are
//          in COO, and an equal distribution of the work is the better idea.
//          - "HYB, an atomic addition per warp, 256 threads" is as fast as spmv_ell (before measuring).
//          - At long, 4194304 rows, "HYB, an atomic addition per warp, 256 threads" is at least 3 times as fast as
//            "HYB, an atomic addition per entry, 256 threads" (before measuring).
//          - At long, 4194304 rows, it is at least 10 times as fast as spmv_warp_per_row (before measuring).
//          - At uneven, 16777216 rows, it is slower than spmv_shares (before measuring).
// Run      ./tutorial run spmv_hybrid -- --grid 4096, then --grid 2048 --data long
// See      ./tutorial explain spmv_hybrid -- --grid 20 --data long
// Source   Bell and Garland, NVR-2008-004 (HYB, and the width of its ELL)

#include "reduce.cuh"
#include "sparse/further/ell.hpp"
#include "sparse/further/spmv_coo.cuh"
#include "sparse/further/spmv_ell.cuh"
#include "sparse/spmv.hpp"

// One thread per entry, as in spmv_coo; the blocks are of full warps.
// [kernel]
template <typename T>
__global__ void add_warps(std::int64_t entries, const ch06::Index* row, const ch06::Index* col,
                          const T* value, const T* x, T* y) {
  const std::int64_t e = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const bool has_entry = e < entries;
  const ch06::Index r = has_entry ? row[e] : -1;
  const T product = has_entry ? value[e] * x[col[e]] : T{0};
  const ch06::Index first = __shfl_sync(0xFFFFFFFFu, r, 0);
  if (__all_sync(0xFFFFFFFFu, r == first)) {
    const T sum = ch06::warp_sum(product);
    if (has_entry && threadIdx.x % tutorial::warp_size == 0) atomicAdd(&y[r], sum);
  } else if (has_entry) {
    atomicAdd(&y[r], product);
  }
}
// [kernel]

// [width]
// The largest width for which a third of the rows or more fill all slots.
template <typename T>
ch06::Index ell_width(const ch06::Csr<T>& a) {
  // Rows of k entries, and on the way down, of k or more.
  std::vector<std::int64_t> longer(static_cast<std::size_t>(a.longest_row()) + 1);
  for (ch06::Index r = 0; r < a.rows; ++r) ++longer[static_cast<std::size_t>(a.length(r))];
  for (std::size_t k = longer.size() - 1; k > 0; --k) {
    if (3 * longer[k] >= a.rows) return static_cast<ch06::Index>(k);
    longer[k - 1] += longer[k];
  }
  return 0;
}
// [width]

/// Entries as coordinates.
template <typename T>
struct Overflow {
  std::vector<ch06::Index> row = {};
  std::vector<ch06::Index> col = {};
  std::vector<T> value = {};
};

/// What the rows have beyond their first `width` entries.
template <typename T>
Overflow<T> beyond(const ch06::Csr<T>& a, ch06::Index width) {
  Overflow<T> left;
  for (ch06::Index r = 0; r < a.rows; ++r) {
    const auto row = static_cast<std::size_t>(r);
    for (ch06::Index e = a.row_start[row] + std::min(width, a.length(r)); e < a.row_start[row + 1]; ++e) {
      left.row.push_back(r);
      left.col.push_back(a.col[static_cast<std::size_t>(e)]);
      left.value.push_back(a.value[static_cast<std::size_t>(e)]);
    }
  }
  return left;
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  tutorial::Program::require(options.x != "denormal",
                             "--x denormal: an atomic addition of floats takes denormals for zero");
  ch06::Spmv<T> product(options, program.seed());
  const ch06::Ell<T> ell = ch06::to_ell(product.a, ell_width(product.a));
  const Overflow<T> left = beyond(product.a, ell.width);
  const tutorial::DeviceBuffer<ch06::Index> ell_col(ell.col), row(left.row), col(left.col);
  const tutorial::DeviceBuffer<T> ell_value(ell.value), value(left.value);
  const std::int64_t entries = std::ssize(left.value);
  const int block = program.block();

  const auto measure = [&](const std::string& name, auto add_kernel) {
    product.y.poison();
    program.measure(
        product.row("HYB, an atomic addition per " + name + ", " + std::to_string(block) + " threads",
                    static_cast<double>(ell_col.bytes() + ell_value.bytes() + row.bytes() + col.bytes() +
                                        value.bytes())),
        [&] {
          spmv_ell<false><<<tutorial::blocks_for(ell.rows, block), block>>>(
              ell.rows, ell.width, ell_col.data(), ell_value.data(), product.x.data(), product.y.data());
          CUDA_CHECK_LAUNCH();
          if (entries == 0) return;
          add_kernel<<<tutorial::blocks_for(entries, block), block>>>(
              entries, row.data(), col.data(), value.data(), product.x.data(), product.y.data());
          CUDA_CHECK_LAUNCH();
        },
        [&] { return product.check(); });
  };
  measure("entry", spmv_coo<T>);
  measure("warp", add_warps<T>);
  product.explain(program);
  program.note("HYB: " + std::to_string(ell.width) + " slots per row in ELL, " +
               std::to_string(std::ssize(ell.col) + entries - product.a.count()) + " of " +
               std::to_string(ell.col.size()) + " are padding; " + std::to_string(entries) +
               " entries in COO");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
