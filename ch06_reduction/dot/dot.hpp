#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// The vectors of a dot product, and how it is checked.
namespace ch06 {

/// The options of a dot product.
struct DotOptions {
  std::int64_t n = 0;
  std::string data;
  std::int64_t offset_a = 0;  ///< elements of device memory in front of the first of a
  std::int64_t offset_b = 0;
};

/// The command line of the dot products with a grid that fills the device.
inline void add_dot_options(tutorial::Program& program, DotOptions& options,
                            const tutorial::DefaultSize& n = {
                                .gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000}) {
  program.size("--n", options.n, "number of elements", n);
  program.choice("--data", options.data, "what the elements are; book: a[i] = i, b[i] = 2 i, n up to 2097152",
                 {"random", "fractions", "cancelling", "denormal", "book"});
}

/// Where the vectors start, for kernels that need to know.
inline void add_dot_offsets(tutorial::Program& program, DotOptions& options) {
  program.size("--offset-a", options.offset_a,
               "elements in front of a's first, so that it need not be aligned", tutorial::everywhere(0));
  program.size("--offset-b", options.offset_b, "the same for b", tutorial::everywhere(0));
}

/// Two vectors on the device, the partial sums of their product, and what those must be.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk.
template <typename T>
class Dot {
 public:
  /// `data`: book, random, fractions, cancelling or denormal. The first elements of a and of b are `offset_a`
  /// and `offset_b` elements after the start of device memory; the elements before them are poisoned.
  /// @throws tutorial::UsageError if the book's closed form does not fit into 64 bits
  Dot(std::uint64_t seed, std::int64_t count, tutorial::Data data, int threads, unsigned block_limit,
      std::int64_t offset_a = 0, std::int64_t offset_b = 0)
      : n(checked(count, data)),
        book(data == tutorial::Data::book),
        block_size(threads),
        blocks(std::min(tutorial::blocks_for(count, threads), block_limit)),
        a(static_cast<std::size_t>(offset_a + n)),
        b(static_cast<std::size_t>(offset_b + n)),
        partial(blocks),
        data_(data),
        reference_(blocks),
        magnitudes_(blocks) {
    const Pairs pairs(data, seed, n);
    std::vector<T> host_a(static_cast<std::size_t>(n));
    std::vector<T> host_b(host_a.size());
    struct Row {
      long double sum = 0;
      long double magnitude = 0;
    };
    std::vector<Row> rows(static_cast<std::size_t>((n + threads - 1) / threads));
    tutorial::in_parts(std::ssize(rows), threads, [&](int, std::int64_t first, std::int64_t last) {
      for (std::int64_t row = first; row < last; ++row) {
        Row sums;
        for (std::int64_t i = row * threads; i < std::min(n, (row + 1) * threads); ++i) {
          const T x = pairs.a(i);
          const T y = pairs.b(i);
          host_a[static_cast<std::size_t>(i)] = x;
          host_b[static_cast<std::size_t>(i)] = y;
          const long double product = static_cast<long double>(x) * static_cast<long double>(y);
          sums.sum += product;
          sums.magnitude += std::abs(product);
        }
        rows[static_cast<std::size_t>(row)] = sums;
      }
    });
    // A long double row, then the rows of a block: an error too small to count beside that of T.
    for (std::size_t row = 0; row < rows.size(); ++row) {
      reference_[row % blocks] += rows[row].sum;
      magnitudes_[row % blocks] += static_cast<double>(rows[row].magnitude);
    }
    if (n != 0) {
      CUDA_CHECK(
          cudaMemcpy(a.data() + offset_a, host_a.data(), host_a.size() * sizeof(T), cudaMemcpyHostToDevice));
      CUDA_CHECK(
          cudaMemcpy(b.data() + offset_b, host_b.data(), host_b.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
  }

  Dot(std::uint64_t seed, const DotOptions& options, int threads, unsigned block_limit)
      : Dot(seed, options.n, tutorial::data_named(options.data), threads, block_limit, options.offset_a,
            options.offset_b) {}

  /// The first elements, on the device.
  const T* begin_a() const { return a.data() + (static_cast<std::int64_t>(a.size()) - n); }
  const T* begin_b() const { return b.data() + (static_cast<std::int64_t>(b.size()) - n); }

  /// The last step, on the host: the partial sums added in double, the result rounded to T once.
  T total() const { return sum_of(partial); }
  static T sum_of(const tutorial::DeviceBuffer<T>& partials) {
    double sum = 0;
    for (const T block_sum : partials.to_host()) sum += block_sum;
    return static_cast<T>(sum);
  }

  /// What total() should be. Book: 2 * x (x + 1)(2x + 1) / 6 with x = n - 1, an integer.
  double exact_total() const {
    if (book) {
      const auto count = static_cast<std::uint64_t>(n);
      return static_cast<double>((count - 1) * count * (2 * count - 1) / 3);  // n = 0: a factor is 0
    }
    return static_cast<double>(std::accumulate(reference_.begin(), reference_.end(), 0.0L));
  }

  /// What block p's partial sum should be, and what the magnitudes of its products add up to.
  double reference(std::int64_t p) const {
    return static_cast<double>(reference_[static_cast<std::size_t>(p)]);
  }
  double magnitude(std::int64_t p) const { return magnitudes_[static_cast<std::size_t>(p)]; }
  double magnitude() const { return std::accumulate(magnitudes_.begin(), magnitudes_.end(), 0.0); }

  /// Levels of a block's tree.
  std::int64_t levels() const { return std::countr_zero(static_cast<unsigned>(block_size)); }

  /// Nothing rounds. Products of integers, at most 64, whose random signs keep all sums below 2^24 (see
  /// Elements::sums_are_exact: the standard deviation of 2^32 of them is 1.7 million).
  bool exact() const { return data_ == tutorial::Data::random || data_ == tutorial::Data::denormal; }

  /// Of sums of products whose magnitudes add up to `magnitude`, after that many roundings.
  tutorial::Tolerance tolerance(std::int64_t roundings, double magnitude) const {
    if (exact()) return {};
    const double relative = tutorial::growth(static_cast<double>(roundings) * tutorial::unit_roundoff<T>);
    if (data_ == tutorial::Data::cancelling) return {.absolute = relative * magnitude};
    return {.relative = relative};
  }

  tutorial::Verdict check_total(T got, const tutorial::Tolerance& allowed) const {
    return tutorial::verify(
        std::vector<T>{got}, [&](std::int64_t) { return exact_total(); }, allowed,
        [](std::int64_t) { return std::string("total"); });
  }

  /// One number that the device has made of all elements, no product passing through more than `roundings`.
  tutorial::Verdict check_total(T got, std::int64_t roundings) const {
    return check_total(got, tolerance(roundings, magnitude()));
  }

  /// How many roundings a product passes through where `grid` blocks walk, climb their trees, and one block
  /// walks over the partial sums and climbs its tree. Loads of 16 bytes may add an element at both ends.
  std::int64_t roundings(unsigned grid) const {
    const std::int64_t walk = std::int64_t{grid} * block_size;
    return n / walk + 9 + levels() + grid / block_size + 1 + levels();
  }

  /// The table's row for a kernel that must read every element of both vectors once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = 2 * static_cast<double>(n) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// A row whose time ends when the result is on the host: to be compared with its like alone.
  tutorial::Case end_to_end_row(const std::string& variant) const {
    tutorial::Case end_to_end = row(variant);
    end_to_end.size += ", end to end";
    return end_to_end;
  }

  /// The line below the table: what is wanted, what came out, how far apart. With the book's data also
  /// whether T could hold the answer at all; the reference of other data may be rounded itself.
  std::string result_text(T got) const {
    const double want = exact_total();
    const T nearest = static_cast<T>(want);
    const double unit = std::nextafter(nearest, std::numeric_limits<T>::infinity()) - nearest;
    const double distance = std::round(std::abs(static_cast<double>(got) - want) / unit * 100) / 100;
    std::string text = std::string(book ? "closed form " : "reference ") + whole_text(want) + ", result " +
                       whole_text(got) + ": " + tutorial::value_text(distance) +
                       " units in the last place apart (one unit is " + whole_text(unit) + ")";
    if (data_ == tutorial::Data::cancelling)
      text += "; the products' magnitudes add up to " + whole_text(magnitude());
    if (book && static_cast<double>(nearest) == want) text += "; the type holds the exact answer";
    if (book && static_cast<double>(nearest) != want) {
      text += "; the type cannot hold the exact answer, the nearest value is " + whole_text(nearest);
    }
    return text;
  }

  const std::int64_t n;
  const bool book;
  const int block_size;
  const unsigned blocks;
  tutorial::DeviceBuffer<T> a;
  tutorial::DeviceBuffer<T> b;
  tutorial::DeviceBuffer<T> partial;

 private:
  // The elements of both vectors. What is special about the data is in a: b has integers where the sum
  // must not round, and where it must cancel each second element is the one before.
  class Pairs {
   public:
    Pairs(tutorial::Data data, std::uint64_t seed, std::int64_t count)
        : data_(data),
          a_(data, seed, count, count),
          b_(data == tutorial::Data::denormal     ? tutorial::Data::random
             : data == tutorial::Data::cancelling ? tutorial::Data::fractions
                                                  : data,
             seed, count, count, 1) {}

    T a(std::int64_t i) const { return data_ == tutorial::Data::book ? static_cast<T>(i) : a_(i); }
    T b(std::int64_t i) const {
      if (data_ == tutorial::Data::book) return static_cast<T>(2 * i);
      return b_(data_ == tutorial::Data::cancelling ? i / 2 : i);
    }

   private:
    tutorial::Data data_;
    tutorial::Elements<T> a_;
    tutorial::Elements<T> b_;
  };

  // (n - 1) n (2n - 1) < 2^64 up to here; i and 2 i are exact in float.
  static std::int64_t checked(std::int64_t n, tutorial::Data data) {
    tutorial::Program::require(
        data != tutorial::Data::book || n <= std::int64_t{1} << 21,
        "--n must not exceed 2097152 with --data book, whose closed form must fit 64 bits; "
        "use --data random");
    return n;
  }

  // All digits of an integer, not an exponent.
  static std::string whole_text(double value) {
    const bool whole = std::abs(value) < 0x1p63 && value == std::floor(value);
    return whole ? tutorial::value_text(static_cast<std::int64_t>(value)) : tutorial::value_text(value);
  }

  tutorial::Data data_;
  std::vector<long double> reference_;
  std::vector<double> magnitudes_;
};

}  // namespace ch06
