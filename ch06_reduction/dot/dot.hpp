#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "dot/vectors.hpp"

/// The command line of the dot products, and how their results are checked and shown.
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

/// Two vectors whose dot product is checked.
template <typename T>
class Dot : public Products<T> {
 public:
  using Products<T>::Products;
  using Products<T>::blocks, Products<T>::block_size, Products<T>::data, Products<T>::n;
  using Products<T>::exact_total, Products<T>::magnitude;

  /// The last step, on the host: the partial sums added in double, the result rounded to T once.
  static T total(const std::vector<T>& partial) {
    return static_cast<T>(std::accumulate(partial.begin(), partial.end(), 0.0));
  }

  /// Every block's partial sum, then the total, of kernels whose blocks own the elements that Products says.
  ///
  /// A product is rounded once, then at most steps - 1 more times in its thread's register and
  /// log2(block_size) times in the tree. The error is at most growth(k u) of the sum of the products' magnitudes, k
  /// being the number of these roundings. The host's additions and the last rounding to T add to it.
  /// With fractions no product is below 0.25; the tolerance is smaller up to a million elements in float and
  /// 10^10 in double, so that a lost element cannot hide. With the book's data and float a small product can.
  /// Random and denormal data do not round at all, and a lost element cannot hide in any number of them.
  tutorial::Verdict check(const std::vector<T>& partial) const {
    const std::int64_t walk = std::int64_t{blocks} * block_size;
    const std::int64_t roundings = (n + walk - 1) / walk + levels();
    tutorial::Tolerance both = tolerance(roundings, magnitude());
    if (!exact())
      both.absolute += (blocks * tutorial::unit_roundoff<double> + tutorial::unit_roundoff<T>)*magnitude();
    const tutorial::Verdict partials = tutorial::verify(
        partial, [&](std::int64_t p) { return this->reference(p); },
        tolerance(roundings, this->largest_magnitude()),
        [](std::int64_t p) { return "partial sum of block " + std::to_string(p); });
    return tutorial::first_wrong(partials, tutorial::verify_total(total(partial), exact_total(), both));
  }

  /// One number that the device has made of all elements, no product passing through more than `roundings`.
  tutorial::Verdict check_total(T got, std::int64_t roundings) const {
    return tutorial::verify_total(got, exact_total(), tolerance(roundings, magnitude()));
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

  /// The note below the table: what is wanted, what came out, how far apart. With the book's data also
  /// whether T could hold the answer at all; the reference of other data may be rounded itself.
  std::string result_text(T got) const {
    const bool book = data == tutorial::Data::book;
    const double want = exact_total();
    const T nearest = static_cast<T>(want);
    const double unit = std::nextafter(nearest, std::numeric_limits<T>::infinity()) - nearest;
    const double distance = std::round(std::abs(static_cast<double>(got) - want) / unit * 100) / 100;
    std::string text = std::string(book ? "closed form " : "reference ") + whole_text(want) + ", result " +
                       whole_text(got) + ": " + tutorial::value_text(distance) +
                       " units in the last place apart (one unit is " + whole_text(unit) + ")";
    if (data == tutorial::Data::cancelling)
      text += "\nThe products' magnitudes add up to " + whole_text(magnitude()) + ".";
    if (!book) return text;
    if (static_cast<double>(nearest) == want) return text + "\nThe type holds the exact answer.";
    return text + "\nThe type cannot hold the exact answer; the nearest value is " + whole_text(nearest) +
           ".";
  }

 private:
  // Levels of a block's tree.
  std::int64_t levels() const { return std::countr_zero(static_cast<unsigned>(block_size)); }

  // Nothing rounds. Products of integers, at most 64, whose random signs keep all sums below 2^24 (see
  // Elements::sums_are_exact: the standard deviation of 2^32 of them is 1.7 million).
  bool exact() const { return data == tutorial::Data::random || data == tutorial::Data::denormal; }

  // Of sums of products whose magnitudes add up to `magnitudes`, after that many roundings.
  tutorial::Tolerance tolerance(std::int64_t roundings, double magnitudes) const {
    if (exact()) return {};
    const double relative = tutorial::growth(static_cast<double>(roundings) * tutorial::unit_roundoff<T>);
    if (data == tutorial::Data::cancelling) return {.absolute = relative * magnitudes};
    return {.relative = relative};
  }

  // All digits of an integer, not an exponent.
  static std::string whole_text(double value) {
    const bool whole = std::abs(value) < 0x1p63 && value == std::floor(value);
    return whole ? tutorial::value_text(static_cast<std::int64_t>(value)) : tutorial::value_text(value);
  }
};

}  // namespace ch06
