#pragma once

#include <functional>
#include <string>

#include "matmul_half/half_checks.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/tutorial.hpp"

/// What the fp16 products of chapter 7 share: C = A B^T, fp16 factors, float sums; the command line and the matrices.
namespace half_product {

/// What the user chose.
struct Options {
  Shape shape;
  std::string data;
};

/// Adds --m, --n, --k and --data.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--m", options.shape.m, "rows of A and of C", {.gpu = 4096, .simulator = 256, .quick = 100});
  program.size("--n", options.shape.n, "rows of B, columns of C",
               {.gpu = 4096, .simulator = 256, .quick = 70});
  program.size("--k", options.shape.k, "columns of A and of B: terms of a sum",
               {.gpu = 4096, .simulator = 256, .quick = 130});
  program.choice("--data", options.data, "values between -1 and 1; all 1/3", data_words);
}

/// A, B and C on the device, filled up with zeros to whole tiles of any step, so that no kernel has guards. Each matrix has at
/// least one tile.
class Problem {
 public:
  Problem(const Options& options, std::uint64_t seed)
      : shape(checked(options.shape)),
        padded{filled(shape.m, 256), filled(shape.n, 256), filled(shape.k, 64)},
        a(static_cast<std::size_t>(padded.m * padded.k)),
        b(static_cast<std::size_t>(padded.n * padded.k)),
        c(static_cast<std::size_t>(padded.m * padded.n)),
        seed_(seed),
        factors_(make_data(shape, padded, options.data, seed)) {
    copy(factors_);
  }

  /// Is what `multiply` has written to c right? Then once more, untimed, with integers, in a poisoned C: every element,
  /// exactly. Which elements a kernel reads, multiplies and writes does not depend on their values.
  tutorial::Verdict check(const std::function<void()>& multiply) {
    const tutorial::Verdict rounded = check_rounded(shape, factors_, c.to_host(), padded.n);
    if (!rounded.ok) return rounded;
    const Factors integers = make_integers(shape, padded, seed_);
    copy(integers);
    c.poison();
    multiply();
    const tutorial::Verdict exact = check_integers(shape, integers, c.to_host(), padded.n, seed_);
    copy(factors_);
    return exact;
  }

  /// A row of the table, without a ceiling: that of float multiply-adds is none for tensor cores.
  void measure(tutorial::Program& program, const std::string& variant, const std::function<void()>& multiply,
               bool peer = false) {
    c.poison();
    program.measure({.variant = variant,
                     .size = shape.text(),
                     .work = 2.0 * shape.products(),
                     .unit = tutorial::Unit::teraflops,
                     .peer = peer},
                    multiply, [&] { return check(multiply); });
  }

  const Shape shape;
  const Shape padded;  ///< the shape of what is on the device
  tutorial::DeviceBuffer<__half> a, b;
  tutorial::DeviceBuffer<float> c;

 private:
  void copy(const Factors& factors) {
    a.copy_from(factors.a.values);
    b.copy_from(factors.b.values);
  }
  static std::int64_t filled(std::int64_t count, std::int64_t tile) {
    return std::max<std::int64_t>(1, (count + tile - 1) / tile) * tile;
  }
  static const Shape& checked(const Shape& shape) {
    tutorial::Program::require(std::max({shape.m, shape.n, shape.k}) <= 1 << 16,
                               "--m, --n and --k must not exceed 65536 each");
    return shape;
  }

  std::uint64_t seed_;
  Factors factors_;
};

/// Makes the matrices that the command line asks for, and runs measure(problem).
template <typename Measure>
int run(tutorial::Program& program, int argc, char** argv, Measure&& measure) {
  Options options;
  add_options(program, options);
  return program.run(argc, argv, [&] {
    Problem problem(options, program.seed());
    measure(problem);
  });
}

/// Why mma.sync and asynchronous copies are unavailable here; empty if they are available.
inline std::string no_ampere() {
  return tutorial::device_attribute(cudaDevAttrComputeCapabilityMajor) >= 8
             ? ""
             : "these instructions need compute capability 8.0";
}

}  // namespace half_product
