#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/tutorial.hpp"

/// What the programs of chapter 6 share: inputs whose sums are known, and the checks.
namespace ch06 {

/// The first verdict that is not right, else the second.
inline tutorial::Verdict first_wrong(const tutorial::Verdict& first, const tutorial::Verdict& second) {
  return first.ok ? second : first;
}

/// Largest relative rounding error of one operation in T: 2^-24 for float, 2^-53 for double.
template <typename T>
constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2;

/// Bound of the relative error after k roundings that err by u each: (1 + u)^k - 1 <= ku / (1 - ku).
inline double growth(double ku) { return ku / (1 - ku); }

/// Every value of a Sum is a whole number of grains, so that its sums are exact in 64-bit integers.
///
/// float, double: 2^23 to 2^24 - 1 grains of 2^-24, so a value in [0.5, 1) that fits both types.
/// int: 1 to 2^20 grains of 1, so that the largest block, 1024 values, sums to 2^30 at most and cannot
/// overflow.
template <typename T>
struct Grain {
  static constexpr bool is_one = std::is_integral_v<T>;
  static constexpr double size = is_one ? 1.0 : 0x1p-24;
  static constexpr std::uint32_t smallest = is_one ? 1u : 1u << 23;
  static constexpr std::uint32_t kinds = is_one ? 1u << 20 : 1u << 23;

  static std::uint32_t random(const tutorial::Random& random, std::int64_t i) {
    return smallest + random.below(kinds, static_cast<std::uint64_t>(i));
  }
};

/// The command line of the programs that sum one vector.
inline void add_sum_options(tutorial::Program& program, std::int64_t& n) {
  program.size("--n", n, "number of elements", {100'000'000, 1'000'000, 10'000});
  program.types({"float", "double", "int"});
  program.block_sizes({64, 128, 256, 512, 1024}, 128);
}

/// A vector of n random values on the device, one partial sum a block, and what those sums must be.
///
/// Block b owns the elements from b * block_size on; the last block may own fewer.
template <typename T>
class Sum {
 public:
  /// What the host adds the partial sums in. The second step has n / block_size additions in sequence, no
  /// tree: in float its error would grow with n until small terms vanish altogether, and int would overflow.
  using Total = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

  /// @throws tutorial::CudaError where the device's memory is too small, before host memory is asked for
  Sum(std::uint64_t seed, std::int64_t count, int threads)
      : n(count),
        block_size(threads),
        blocks(tutorial::blocks_for(count, threads)),
        in(static_cast<std::size_t>(count)),
        partial(blocks),
        grains_(blocks) {
    const tutorial::Random random(seed);
    std::vector<T> host(in.size());
    for (std::int64_t b = 0; b < std::int64_t{blocks}; ++b) {
      const std::int64_t end = std::min(n, (b + 1) * block_size);
      for (std::int64_t i = b * block_size; i < end; ++i) {
        const std::uint32_t grains = Grain<T>::random(random, i);
        host[static_cast<std::size_t>(i)] = static_cast<T>(grains * Grain<T>::size);
        grains_[static_cast<std::size_t>(b)] += grains;
      }
    }
    in.copy_from(host);
  }

  /// The second step: the host adds the partial sums.
  Total total() const {
    Total sum = 0;
    for (const T block_sum : partial.to_host()) sum += block_sum;
    return sum;
  }

  /// What total() should be: exact for int, rounded once for floating-point types.
  Total exact_total() const {
    std::int64_t sum = 0;
    for (const std::int64_t grains : grains_) sum += grains;
    return in_units(sum);
  }

  /// Every block's partial sum, then the total of the second step.
  ///
  /// int: exact. double: exact too, since a sum of 1024 values needs 10 + 24 of its 53 bits, in any order.
  /// float: in a tree a value passes through at most log2(block_size) additions, each of which errs by a
  /// factor of 1 + u at most, u = 2^-24; all values are positive, so the sum errs by (1 + u)^levels at most.
  /// That is 6.2e-4 for 1024 values and less for fewer, and no value is below 0.5: one that is lost, or
  /// counted twice, cannot hide in the tolerance.
  ///
  /// The total inherits the partial sums' relative error. The host's additions in double are exact as long as
  /// the total is below 2^53 grains; beyond, each errs by 2^-53.
  tutorial::Verdict check() const {
    const double levels = std::countr_zero(static_cast<unsigned>(block_size));
    const double tree = std::is_same_v<T, float> ? growth(levels * unit_roundoff<float>) : 0;
    const bool exact_second_step = Grain<T>::is_one || exact_total() < 0x1p29;
    const double second_step = exact_second_step ? 0 : growth(blocks * unit_roundoff<double>);

    const tutorial::Verdict partials = tutorial::verify(
        partial.to_host(), [&](std::int64_t b) { return in_units(grains_[static_cast<std::size_t>(b)]); },
        {.relative = tree}, [](std::int64_t b) { return "partial sum of block " + std::to_string(b); });
    const tutorial::Verdict sum = tutorial::verify(
        std::vector<Total>{total()}, [&](std::int64_t) { return exact_total(); },
        {.relative = tree + second_step}, [](std::int64_t) { return std::string("total"); });
    return first_wrong(partials, sum);
  }

  /// The table's row for a kernel that must read every element once. Its few writes do not count.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant + ", " + std::to_string(block_size) + " threads",
            .size = tutorial::count_text(n),
            .work = static_cast<double>(in.bytes()),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// The line below the table: the result of both steps beside the exact sum.
  std::string result_text() const {
    return "sum of the " + std::to_string(blocks) + (blocks == 1 ? " partial sum " : " partial sums ") +
           tutorial::value_text(total()) + ", exact sum " + tutorial::value_text(exact_total()) +
           "; each partial sum was checked";
  }

  const std::int64_t n;
  const int block_size;
  const unsigned blocks;
  tutorial::DeviceBuffer<T> in;
  tutorial::DeviceBuffer<T> partial;

 private:
  static Total in_units(std::int64_t grains) {
    return static_cast<Total>(grains) * static_cast<Total>(Grain<T>::size);
  }

  std::vector<std::int64_t> grains_;  // the exact partial sums
};

/// Two vectors of n values on the device, the partial sums of their product, and what those must be.
///
/// Block p owns the elements i with (i / threads) % blocks == p: a grid-stride walk.
template <typename T>
class Dot {
 public:
  /// `book`: a[i] = i and b[i] = 2 i, as in [SandersKandrot]. Else random values, as those of Sum.
  /// @throws tutorial::UsageError where the book's closed form would not fit 64 bits
  Dot(std::uint64_t seed, std::int64_t count, bool book_data, int threads, int block_limit)
      : n(checked(count, book_data)),
        book(book_data),
        block_size(threads),
        blocks(std::min(tutorial::blocks_for(count, threads), static_cast<unsigned>(block_limit))),
        a(static_cast<std::size_t>(count)),
        b(static_cast<std::size_t>(count)),
        partial(blocks),
        reference_(blocks) {
    const tutorial::Random random(seed);
    std::vector<T> host_a(a.size());
    std::vector<T> host_b(b.size());
    // A long double row, then the rows of a block: an error too small to count beside that of T.
    for (std::int64_t row = 0; row * threads < n; ++row) {
      long double row_sum = 0;
      for (std::int64_t i = row * threads; i < std::min(n, (row + 1) * threads); ++i) {
        const T x = book ? static_cast<T>(i) : value(random, 2 * i);
        const T y = book ? static_cast<T>(2 * i) : value(random, 2 * i + 1);
        host_a[static_cast<std::size_t>(i)] = x;
        host_b[static_cast<std::size_t>(i)] = y;
        row_sum += static_cast<long double>(x) * static_cast<long double>(y);
      }
      reference_[static_cast<std::size_t>(row % blocks)] += row_sum;
    }
    a.copy_from(host_a);
    b.copy_from(host_b);
  }

  /// The last step, on the host: the partial sums added in double, the result rounded to T once.
  T total() const {
    double sum = 0;
    for (const T block_sum : partial.to_host()) sum += block_sum;
    return static_cast<T>(sum);
  }

  /// What total() should be. Book: 2 * x (x + 1)(2x + 1) / 6 with x = n - 1, a whole number.
  double exact_total() const {
    if (book) {
      const auto count = static_cast<std::uint64_t>(n);
      return static_cast<double>((count - 1) * count * (2 * count - 1) / 3);  // n = 0: a factor is 0
    }
    long double sum = 0;
    for (const long double block_sum : reference_) sum += block_sum;
    return static_cast<double>(sum);
  }

  /// Every block's partial sum, then the total.
  ///
  /// A product is rounded once, passes through at most steps - 1 more roundings in its thread's register and
  /// log2(block_size) in the tree. No term is negative, so the relative error is at most growth(k u), k the
  /// number of these roundings. The host's additions and the last rounding to T add as many of their own.
  /// With random data no product is below 0.25; the tolerance is smaller up to a million elements in float
  /// and 10^10 in double, so that a lost element cannot hide. With the book's data and float a small product
  /// can.
  tutorial::Verdict check() const {
    const std::int64_t walk = std::int64_t{blocks} * block_size;
    const double steps = static_cast<double>((n + walk - 1) / walk);
    const double ku = (steps + std::countr_zero(static_cast<unsigned>(block_size))) * unit_roundoff<T>;
    const double tree = growth(ku);
    const double host = blocks * unit_roundoff<double> + unit_roundoff<T>;

    const tutorial::Verdict partials = tutorial::verify(
        partial.to_host(),
        [&](std::int64_t p) { return static_cast<double>(reference_[static_cast<std::size_t>(p)]); },
        {.relative = tree}, [](std::int64_t p) { return "partial sum of block " + std::to_string(p); });
    const tutorial::Verdict sum = tutorial::verify(
        std::vector<T>{total()}, [&](std::int64_t) { return exact_total(); }, {.relative = tree + host},
        [](std::int64_t) { return std::string("total"); });
    return first_wrong(partials, sum);
  }

  /// The table's row for a kernel that must read every element of both vectors once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(a.bytes() + b.bytes()),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// The line below the table: what is wanted, what came out, how far apart. With the book's data also
  /// whether T could hold the answer at all; the reference of random data is rounded itself.
  std::string result_text() const {
    const double want = exact_total();
    const T nearest = static_cast<T>(want);
    const double unit = std::nextafter(nearest, std::numeric_limits<T>::infinity()) - nearest;
    const double distance = std::round(std::abs(static_cast<double>(total()) - want) / unit * 100) / 100;
    std::string text = std::string(book ? "closed form " : "reference ") + whole_text(want) + ", result " +
                       whole_text(total()) + ": " + tutorial::value_text(distance) +
                       " units in the last place apart (one unit is " + whole_text(unit) + ")";
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
  static T value(const tutorial::Random& random, std::int64_t i) {
    return static_cast<T>(Grain<T>::random(random, i) * Grain<T>::size);
  }

  // (n - 1) n (2n - 1) < 2^64 up to here; i and 2 i are exact in float.
  static std::int64_t checked(std::int64_t n, bool book) {
    tutorial::Program::require(
        !book || n <= std::int64_t{1} << 21,
        "--n must not exceed 2097152 with --data book, whose closed form must fit 64 bits; "
        "use --data random");
    return n;
  }

  // All digits of a whole number, not an exponent.
  static std::string whole_text(double value) {
    const bool whole = std::abs(value) < 0x1p63 && value == std::floor(value);
    return whole ? tutorial::value_text(static_cast<std::int64_t>(value)) : tutorial::value_text(value);
  }

  std::vector<long double> reference_;
};

}  // namespace ch06
