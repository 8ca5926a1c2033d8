// spmv_panels: what if we brought x to the entries, one part at a time?
// Step     panels of columns
// Before   If the columns are scattered and x is as large as the L2 cache, each entry requests a sector of x, 32 bytes for
//          4, and most of them come from memory. No order of the rows, and no cache hint, has changed that.
// Change   Two passes. The columns are divided into panels so narrow that the panel's part of x fits into a block's shared
//          memory. In the first pass a block takes entries of a panel, with x next to them, and stores one product per
//          entry. In the second pass a block takes a share of the rows, loads its products from all panels, puts them in
//          order in shared memory, and adds them as spmv_long_rows does:
//
//              pass 1   x of panel p in shared memory    entries of panel p, share after share   ->  products, likewise
//              pass 2   products of share s              out of each panel, in order of the rows ->  y
//
//          The host sorts the entries once (panels.cpp). A column now takes 16 bits, the position of a product in its share
//          16 more, and four neighbors are loaded, multiplied and stored together, in 16-byte words: a quad.
//
// Expect   Bytes per entry: value 4, column 2, product 4 out and 4 in, position 2: 16, and no random read of memory. At 4000
//          GB/s that is 0.7 ms for the 171 million entries of the uneven matrix, where spmv_streamed takes 2.7. We had
//          measured an earlier form of this step, twice as fast as spmv_streamed; this one should be faster.
//          Poisson: its x was already read only about once. 16 bytes instead of 8, so half as fast as spmv_streamed.
//          - It is slower than spmv_streamed (before measuring).
// Measured - At uneven, 16777216 rows, it is at least 1.8 times as fast as spmv_streamed (after measuring).
//          - At random, 8386816 rows, it is faster than spmv_streamed (after measuring).
// Run      ./tutorial run spmv_panels -- --data uneven, then --grid 2896 --data random
// See      ./tutorial explain spmv_panels -- --data uneven
// Source   Kiriansky et al., PACT 2016, and Buono et al., ICS 2016 (sorting by column blocks, then by rows)

#include "sparse/further/spmv_panels.cuh"
#include "sparse/spmv.hpp"

// What the command line says of panels and shares.
struct Limits {
  std::int64_t panel = 0;
  std::int64_t share = 0;
};

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options, const Limits& limits) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DevicePanels<T> panels(ch06::make_panels(
      product.a, ch06::panel_width<T>(product.a.cols, limits.panel), ch06::items_per_share<T>(limits.share)));
  // [setup]
  const int block = tutorial::large_block_size();
  ch06::allow_shared(multiply_panels<T>, panels.x_bytes());
  ch06::allow_shared(sum_shares<T>, panels.share_bytes());
  const unsigned resident = tutorial::resident_blocks(multiply_panels<T>, block, panels.x_bytes());
  constexpr int carry_block = 256;
  // [setup]

  product.y.poison();
  program.measure(
      product.row("panels of " + std::to_string(panels.width) + " columns", product.csr_bytes()),
      [&] {
        // [launch]
        multiply_panels<<<resident, block, panels.x_bytes()>>>(
            panels.count, panels.width, product.a.cols, panels.panel_quad.data(), panels.col.data(),
            panels.value.data(), product.x.data(), panels.product.data());
        CUDA_CHECK_LAUNCH();
        ch06::DeviceShares<T>& shares = panels.shares;
        sum_shares<<<shares.count(), block, panels.share_bytes()>>>(
            shares.size(), product.a.rows, shares.items(), panels.count, shares.first_row.data(),
            a.row_start.data(), panels.tile_begin.data(), panels.place.data(), panels.product.data(),
            product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        if (shares.rows_cut() > 0) {
          add_carries<<<shares.carry_blocks(carry_block), carry_block>>>(
              shares.rows_cut(), shares.many(), shares.cuts.data(), shares.carry.data(), product.y.data());
          CUDA_CHECK_LAUNCH();
        }
        // [launch]
      },
      [&] { return product.check(); });
  product.explain(program);
  program.note(std::to_string(panels.count) + (panels.count == 1 ? " panel, " : " panels, ") +
               panels.shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  Limits limits;
  ch06::add_spmv_options(program, options, true);
  program.size("--panel", limits.panel, "columns a panel at most; 0: as many as half of shared memory holds",
               {.gpu = 0, .simulator = 1024, .quick = 256});
  program.size("--share", limits.share, "entries and row ends a share at most; 0: 0.45 of shared memory",
               {.gpu = 0, .simulator = 2048, .quick = 512});
  return program.run<float, double>(argc, argv,
                                    [&](auto zero) { run<decltype(zero)>(program, options, limits); });
}
