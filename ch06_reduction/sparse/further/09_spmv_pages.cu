// spmv_pages: how many bits does a column take if neighboring rows use the same columns?
// Step     pages of columns
// Before   Half of a float matrix in compressed rows is column numbers of 32 bits. spmv_panels needs 16, but passes twice
//          over the products; spmv_blocks needs almost none if blocks are full. Most matrices are neither scattered nor
//          full: neighboring rows use the same ranges of columns again and again, a band, plus a hub here and there.
// Change   A share has a list of the pages that it uses: 32 adjacent columns each. An entry then needs 16 bits for the page
//          in the list and the column within the page:
//
//              columns of a share   3 5 1000 4 6 1001         32 bits each
//              pages                3, 1000                   32 bits each, once per share
//              page : column        0:0 0:2 1:0 0:1 0:3 1:1   16 bits each
//
//          A share has at most 2048 items, so 16 bits are always enough: each entry could have a page of its own. Its
//          entries start at a full quad, so a thread can load four neighbors in words of 8 and 16 bytes. Otherwise this is
//          spmv_long_rows.
//
// Expect   Bytes per entry: value 4 and column 2 instead of 8, and the list. Hubs: a share of 108 rows uses 4 pages of its
//          band and most of the 64 hubs, 0.2 bytes per entry. So a quarter fewer bytes, and we expect 1.2 times the speed of
//          spmv_streamed; we had measured a first form, which left the list to the L1 cache.
//          Poisson: a list of 33 pages for 1700 entries, 42 bytes per row instead of 52.
//          Scattered columns: a page for each entry, 10 bytes instead of 8. Slower.
//          - At random, 8386816 rows, it is slower than spmv_streamed (before measuring).
// Measured - At hubs, 4194304 rows, it is at least 1.15 times as fast as spmv_streamed (after measuring).
//          - It is faster than spmv_streamed (after measuring).
//          - At blocks, 2096704 rows, it is slower than spmv_blocks (after measuring).
// Run      ./tutorial run spmv_pages -- --grid 2048 --data hubs
// See      ./tutorial explain spmv_pages -- --data hubs
// Source   Willcock and Lumsdaine, ICS 2006 (columns in fewer bits); pages for each share are ours

#include "sparse/further/spmv_pages.cuh"
#include "sparse/spmv.hpp"

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DevicePages<T> pages(ch06::make_pages(product.a));
  constexpr int carry_block = 256;

  product.y.poison();
  // The bytes are those of compressed rows, as in the rungs before; pages have fewer, so the ceiling is no roof.
  tutorial::Case row =
      product.row("pages of " + std::to_string(ch06::page_width) + " columns", product.csr_bytes());
  row.ceiling = tutorial::Ceiling::none;
  program.measure(
      row,
      [&] {
        // [launch]
        ch06::DeviceShares<T>& shares = pages.shares;
        spmv_pages<<<shares.count(), page_block>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(),
            pages.share_quad.data(), pages.share_page.data(), pages.first_col.data(), pages.col.data(),
            pages.value.data(), product.x.data(), product.y.data(), shares.carry.data());
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
  program.note(pages.shares.text() + "; " + std::to_string(pages.first_col.size()) + " pages");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
