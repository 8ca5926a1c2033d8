// spmv_choice: which of these kernels should a program take, if it knows the matrix only when it runs?
//
// Before   spmv_in_flight is the fastest where all rows are about as long, and hopeless where one is a thousand times
//          longer than the others. spmv_streamed does not care, and pays for it: with products in shared memory, a
//          barrier or two, and a second launch; and whether to stream is a question of x.
// Change   one look at the offsets, once for each matrix: how many rows, how many entries, how long is the longest row?
//          That decides:
//
//              longest row > 1.5 x mean     equal shares, long rows by warps; streamed if x > L2 / 2
//                                           and has two reads or more an element
//              else                         a quarter of the mean in lanes a row (a power of two, 32 at most), four
//                                           entries in flight; one lane alone has its mean row in flight, up to 8
//
//          The note below the table says what was found and chosen, and how long that took. The kernels are those of the
//          rungs before.
//
// Expect   In each kind of matrix what the best of them reaches, so ahead of cuSPARSE, which has to serve them all as
//          well: Poisson and bands near the ceiling; empty rows at the cost of an offset read and a zero written. Uneven
//          rows with scattered columns are as fast as random reads of x are, which no order of the work changes: there
//          we expect a tie.
// Run      ./tutorial run spmv_choice -- --grid 4096, then --data uneven, empty, long; --grid 1000 --data band
// See      ./tutorial explain spmv_choice
// Source   the rule is ours; the same question in Greathouse and Daga, SC 2014

#include <chrono>
#include <memory>
#include <utility>

#include "memory/device.hpp"
#include "sparse/cusparse_spmv.hpp"
#include "sparse/further/choice.hpp"
#include "sparse/further/in_flight.cuh"
#include "sparse/further/long_rows.cuh"

// Calls body with the one of `allowed` that is `value`, as a constant.
template <int... allowed, typename Body>
void with_constant(int value, std::integer_sequence<int, allowed...>, Body&& body) {
  static_cast<void>(((value == allowed && (body(std::integral_constant<int, allowed>{}), true)) || ...));
}

// The product as the rule wants it: what depends on the matrix alone is done in the constructor.
template <typename T>
class ChosenProduct {
 public:
  ChosenProduct(const ch06::Csr<T>& a, ch06::Choice choice)
      : rows_(a.rows), choice_(choice), block_(block_size(choice)) {
    if (choice.lanes == 0) shares_ = std::make_unique<ch06::DeviceShares<T>>(a, block_);
  }

  int block() const { return block_; }

  // [launch]
  void launch(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    if (choice_.lanes == 0) {
      const auto kernel = choice_.streamed ? ch06::spmv_long_rows<true, T> : ch06::spmv_long_rows<false, T>;
      const std::size_t shared_bytes = ch06::each<T> * block_ * sizeof(T);
      kernel<<<shares_->count(), block_, shared_bytes>>>(rows_, shares_->items(), shares_->first_row.data(),
                                                         a.row_start.data(), a.col.data(), a.value.data(), x,
                                                         y, shares_->carry.data());
      CUDA_CHECK_LAUNCH();
      shares_->launch_add_carries(y);
    } else if (choice_.lanes == 1) {
      with_constant(choice_.in_flight, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8>{},
                    [&](auto in_flight) { launch_rows<1, in_flight>(a, x, y); });
    } else {
      with_constant(choice_.lanes, std::integer_sequence<int, 2, 4, 8, 16, 32>{},
                    [&](auto lanes) { launch_rows<lanes, 4>(a, x, y); });
    }
  }
  // [launch]

 private:
  // Small shares wait for each other in small groups. But where x is what all wait for, fewer and larger ones leave fewer
  // rows cut.
  static int block_size(ch06::Choice choice) {
    if (choice.lanes > 0) return 256;
    return choice.streamed ? ch06::large_block_size() : 128;
  }

  template <int lanes, int in_flight>
  void launch_rows(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    const unsigned blocks = tutorial::blocks_for(std::int64_t{lanes} * rows_, block_);
    ch06::spmv_in_flight<lanes, in_flight>
        <<<blocks, block_>>>(rows_, a.row_start.data(), a.col.data(), a.value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  ch06::Index rows_;
  ch06::Choice choice_;
  int block_;
  std::unique_ptr<ch06::DeviceShares<T>> shares_;
};

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  ch06::DeviceCsr<T> a(product.a);

  const auto begin = std::chrono::steady_clock::now();
  const ch06::Shape shape{.rows = product.a.rows,
                          .cols = product.a.cols,
                          .entries = product.a.count(),
                          .longest_row = product.a.longest_row(),
                          .x_bytes = static_cast<std::int64_t>(product.x.bytes())};
  const ch06::Choice choice = ch06::choose(shape, ch06::device().l2);
  ChosenProduct<T> chosen(product.a, choice);
  const std::chrono::duration<double, std::milli> prepared = std::chrono::steady_clock::now() - begin;

  product.y.poison();
  program.measure(
      product.row("CSR, " + choice.text() + ", " + std::to_string(chosen.block()) + " threads",
                  product.csr_bytes()),
      [&] { chosen.launch(a, product.x.data(), product.y.data()); }, [&] { return product.check(); });
  ch06::measure_cusparse(program, product, a, options);
  product.explain(program);
  program.note("the rule: " + ch06::reason(shape, choice));
  if (tutorial::backend() == tutorial::Backend::cuda) {
    program.note("prepared on the host, once for each matrix: " + tutorial::value_text(prepared.count()) +
                 " ms");
  }
}

int main(int argc, char** argv) {
  tutorial::Program program(
      "spmv_choice",
      "which of these kernels should a program take, if it knows the matrix only when it runs?");
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
