// spmv_choice: which of these kernels should a program use if it knows the matrix only at run time?
// Step     chosen by matrix
// Before   Each of the previous steps is the fastest for some matrix, and none for all. spmv_in_flight needs rows of equal
//          length, spmv_blocks full blocks, spmv_pages rows that share their columns with their neighbors; spmv_panels is
//          for matrices without that if x is read often enough, spmv_long_rows for the rest.
// Change   The program analyzes the matrix once: how many rows and entries are there, how long is the longest row? A sample
//          shows how full blocks of 8x8 would be, and how many pages of columns an entry needs. That decides:
//
//              at most 1.5 slots per entry in blocks,
//                and longest row <= 8 * mean          blocks
//              longest row <= 1.5 * mean              a quarter of the mean in lanes per row (a power of two, at most 32),
//                                                     four entries in flight; one lane alone has its mean row in flight,
//                                                     up to 8
//              at most one page per 4 entries         pages
//              x > L2 / 8, read 8 times or more       panels
//              otherwise                              equal shares
//
//          The note below the table reports what was found and chosen, how long that took, and how long it took to convert
//          the matrix. The kernels are exactly those of the previous steps, in headers with their names.
//
// Expect   For each kind of matrix, the speed of the best step, within 5%. So 1.3 times cuSPARSE, which uses one format for
//          all, if blocks are full, if there are hubs, and if columns are scattered and x is large. Poisson and bands
//          should be close to the ceiling; empty rows cost the read of an offset and the write of a zero. The steps had
//          been measured when the rule was written, and its first version was wrong: it used panels for 4 reads per element
//          of x, and pages instead of shares.
//          - It is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At band, 1 M rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At near, 65536 rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
// Measured - At hubs, 4194304 rows, it is faster than "cuSPARSE, CSR algorithm 1" (after measuring).
// Run      ./tutorial run spmv_choice -- --grid 4096, then --data uneven, empty, long; --grid 1000 --data band
// See      ./tutorial explain spmv_choice
// Source   the rule is ours; the same question in Greathouse and Daga, SC 2014

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "sparse/further/cusparse_formats.hpp"
#include "sparse/further/spmv_blocks.cuh"
#include "sparse/further/spmv_in_flight.cuh"
#include "sparse/further/spmv_long_rows.cuh"
#include "sparse/further/spmv_pages.cuh"
#include "sparse/further/spmv_panels.cuh"

// [change]
enum class Format { rows, shares, blocks, pages, panels };

// How a matrix is best multiplied. The first two are compressed rows.
struct Choice {
  Format format = Format::rows;
  int lanes = 0;      // of rows: that share one
  int in_flight = 0;  // and entries that a lane asks for at once

  // "1 lane per row, 5 entries in flight", "pages of columns"
  std::string text() const {
    if (format == Format::shares) return "equal shares";
    if (format == Format::blocks) return "blocks of 8 x 8";
    if (format == Format::pages) return "pages of columns";
    if (format == Format::panels) return "panels of columns";
    return std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " per row, " +
           std::to_string(in_flight) + (in_flight == 1 ? " entry" : " entries") + " in flight";
  }
};

// What the rule looks at.
struct Shape {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t entries;
  std::int64_t longest_row;
  std::int64_t x_bytes;
  double places_an_entry;  // in blocks
  double pages_an_entry;

  double mean() const { return rows == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(rows); }
};

template <typename T>
Shape shape_of(const ch06::Csr<T>& a) {
  return {.rows = a.rows,
          .cols = a.cols,
          .entries = a.count(),
          .longest_row = a.longest_row(),
          .x_bytes = std::int64_t{a.cols} * static_cast<std::int64_t>(sizeof(T)),
          .places_an_entry = ch06::places_an_entry(a),
          .pages_an_entry = ch06::pages_an_entry(a, ch06::make_shares(a, ch06::paged_share))};
}

// The longest row of an even matrix, in mean row lengths; and of one with one warp per row of blocks.
constexpr double most_uneven = 1.5;
constexpr double most_uneven_blocks = 8;

// Zeros are read like entries. Up to so many places an entry, blocks have fewer bytes than the other formats.
constexpr double most_places_an_entry = 1.5;

// With more pages than that, few entries share one.
constexpr double most_pages_an_entry = 0.25;

// How often each element of x is read, at least, for panels to be worth their second pass.
constexpr std::int64_t reads_worth_panels = 8;

// [rule]
Choice choose(const Shape& a, std::int64_t l2_bytes) {
  const double unevenness = a.entries == 0 ? 1 : static_cast<double>(a.longest_row) / a.mean();
  if (a.places_an_entry <= most_places_an_entry && unevenness <= most_uneven_blocks)
    return {.format = Format::blocks};
  if (unevenness > most_uneven) {
    if (a.pages_an_entry <= most_pages_an_entry) return {.format = Format::pages};
    const bool large = a.x_bytes > l2_bytes / 8 && a.entries >= reads_worth_panels * a.cols;
    return {.format = large ? Format::panels : Format::shares};
  }
  // A lane should have four entries at least, to have them in flight together; one lane alone takes a short row at once.
  Choice choice{.lanes = 1, .in_flight = 4};
  while (choice.lanes < 32 && 2 * choice.lanes * choice.in_flight <= a.mean()) choice.lanes *= 2;
  if (choice.lanes == 1) choice.in_flight = std::clamp(static_cast<int>(std::ceil(a.mean())), 1, 8);
  return choice;
}
// [rule]

// The rule's words for a matrix: "the longest row is 1.0 times the mean, 8.0 places an entry in blocks, 0.1 pages an entry:
// 1 lane per row, 5 entries in flight".
std::string reason(const Shape& a, const Choice& choice) {
  if (a.entries == 0) return "no entries: " + choice.text();
  const auto tenths = [](double value) {
    const auto rounded = static_cast<std::int64_t>(value * 10 + 0.5);
    return std::to_string(rounded / 10) + "." + std::to_string(rounded % 10);
  };
  return "the longest row is " + tenths(static_cast<double>(a.longest_row) / a.mean()) + " times the mean; " +
         tenths(a.places_an_entry) + " places an entry in blocks, " + tenths(a.pages_an_entry) +
         " pages an entry: " + choice.text();
}

// Calls body with the one of `allowed` that is `value`, as a constant.
template <int... allowed, typename Body>
void with_constant(int value, std::integer_sequence<int, allowed...>, Body&& body) {
  static_cast<void>(((value == allowed && (body(std::integral_constant<int, allowed>{}), true)) || ...));
}

// The product by the rule: the constructor does everything that depends only on the matrix.
template <typename T>
class ChosenProduct {
 public:
  ChosenProduct(const ch06::Csr<T>& a, Choice choice) : rows_(a.rows), cols_(a.cols), choice_(choice) {
    if (choice.format == Format::shares)
      shares_ = std::make_unique<ch06::DeviceShares<T>>(a, items_per_thread<T> * share_block);
    if (choice.format == Format::blocks)
      blocks_ = std::make_unique<ch06::DeviceBlocks<T>>(ch06::to_blocks(a));
    if (choice.format == Format::pages) pages_ = std::make_unique<ch06::DevicePages<T>>(ch06::make_pages(a));
    if (choice.format == Format::panels) {
      panels_ = std::make_unique<ch06::DevicePanels<T>>(
          ch06::make_panels(a, ch06::panel_width<T>(a.cols, 0), ch06::items_per_share<T>(0)));
      ch06::allow_shared(multiply_panels<T>, panels_->x_bytes());
      resident_ = tutorial::resident_blocks(multiply_panels<T>, large_, panels_->x_bytes());
      ch06::allow_shared(sum_shares<T>, panels_->share_bytes());
    }
  }

  // [launch]
  void launch(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    switch (choice_.format) {
      case Format::shares: return launch_shares(a, x, y);
      case Format::blocks: return launch_blocks(x, y);
      case Format::panels: return launch_panels(a, x, y);
      case Format::pages: return launch_pages(a, x, y);
      case Format::rows: break;
    }
    if (choice_.lanes == 1) {
      with_constant(choice_.in_flight, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8>{},
                    [&](auto in_flight) { launch_rows<1, in_flight>(a, x, y); });
    } else {
      with_constant(choice_.lanes, std::integer_sequence<int, 2, 4, 8, 16, 32>{},
                    [&](auto lanes) { launch_rows<lanes, 4>(a, x, y); });
    }
  }
  // [launch]

 private:
  static constexpr int block = 256;
  static constexpr int share_block = 128;  // small shares wait for each other in small groups

  template <int lanes, int in_flight>
  void launch_rows(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    const unsigned grid = tutorial::blocks_for(std::int64_t{lanes} * rows_, block);
    spmv_in_flight<lanes, in_flight>
        <<<grid, block>>>(rows_, a.row_start.data(), a.col.data(), a.value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  void launch_shares(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    spmv_long_rows<<<shares_->count(), share_block, items_per_thread<T> * share_block * sizeof(T)>>>(
        rows_, shares_->items(), shares_->first_row.data(), a.row_start.data(), a.col.data(), a.value.data(),
        x, y, shares_->carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(*shares_, y);
  }

  void launch_blocks(const T* x, T* y) {
    const unsigned grid = tutorial::blocks_for(std::int64_t{tutorial::warp_size} * blocks_->rows, block);
    spmv_blocks<<<grid, block>>>(rows_, cols_, blocks_->rows, blocks_->row_start.data(), blocks_->col.data(),
                                 blocks_->value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  void launch_panels(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    ch06::DeviceShares<T>& shares = panels_->shares;
    multiply_panels<<<resident_, large_, panels_->x_bytes()>>>(
        panels_->count, panels_->width, cols_, panels_->panel_quad.data(), panels_->col.data(),
        panels_->value.data(), x, panels_->product.data());
    CUDA_CHECK_LAUNCH();
    sum_shares<<<shares.count(), large_, panels_->share_bytes()>>>(
        shares.size(), rows_, shares.items(), panels_->count, shares.first_row.data(), a.row_start.data(),
        panels_->tile_begin.data(), panels_->place.data(), panels_->product.data(), y, shares.carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(shares, y);
  }

  void launch_pages(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    ch06::DeviceShares<T>& shares = pages_->shares;
    spmv_pages<<<shares.count(), page_block>>>(
        rows_, shares.items(), shares.first_row.data(), a.row_start.data(), pages_->share_quad.data(),
        pages_->share_page.data(), pages_->first_col.data(), pages_->col.data(), pages_->value.data(), x, y,
        shares.carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(shares, y);
  }

  void launch_carries(ch06::DeviceShares<T>& shares, T* y) {
    if (shares.rows_cut() == 0) return;
    add_carries<<<shares.carry_blocks(block), block>>>(shares.rows_cut(), shares.many(), shares.cuts.data(),
                                                       shares.carry.data(), y);
    CUDA_CHECK_LAUNCH();
  }

  ch06::Index rows_;
  ch06::Index cols_;
  Choice choice_;
  const int large_ = tutorial::large_block_size();
  unsigned resident_ = 0;  // blocks of multiply_panels
  std::unique_ptr<ch06::DeviceShares<T>> shares_;
  std::unique_ptr<ch06::DeviceBlocks<T>> blocks_;
  std::unique_ptr<ch06::DevicePages<T>> pages_;
  std::unique_ptr<ch06::DevicePanels<T>> panels_;
};
// [change]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  ch06::DeviceCsr<T> a(product.a);

  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto begin = Clock::now();
  const Shape shape = shape_of(product.a);
  const Choice choice = choose(shape, tutorial::device_attribute(cudaDevAttrL2CacheSize));
  const auto chosen_at = Clock::now();
  ChosenProduct<T> chosen(product.a, choice);
  const Milliseconds choosing = chosen_at - begin;
  const Milliseconds preparing = Clock::now() - chosen_at;

  product.y.poison();
  // The bytes are those of compressed rows, as in the rungs before; blocks and pages have fewer, so the ceiling is no
  // roof for them.
  tutorial::Case row = product.row(choice.text(), product.csr_bytes());
  if (choice.format == Format::blocks || choice.format == Format::pages)
    row.ceiling = tutorial::Ceiling::none;
  const double ours = program.measure(
      row, [&] { chosen.launch(a, product.x.data(), product.y.data()); }, [&] { return product.check(); });
  const double library = ch06::measure_cusparse_csr(program, product, product.vectors(), a, options);
  ch06::measure_cusparse_formats(program, product, product.vectors(), a, options);
  product.explain(program);
  program.note("the rule: " + reason(shape, choice));
  if (tutorial::backend() == tutorial::Backend::cuda) {
    program.note("on the host, once for each matrix: chosen in " + tutorial::value_text(choosing.count()) +
                 " ms, prepared in " + tutorial::value_text(preparing.count()) + " ms");
    const double gain = 1000 * (library - ours);  // ms per product; NaN if there is no library
    if (gain > 0) {
      program.note(
          "compared with cuSPARSE's CSR, that pays after " +
          std::to_string(static_cast<std::int64_t>(std::ceil((choosing + preparing).count() / gain))) +
          " products");
    }
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
