#pragma once

/// @file
/// Inputs whose sums are known exactly, and the bounds of rounding errors. Only for reductions, so tutorial.hpp does not include it.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/program.hpp"
#include "tutorial/random.hpp"
#include "tutorial/verify.hpp"

namespace tutorial {

/// The first verdict if it is a failure, or the second could not be checked; otherwise the second.
inline Verdict first_wrong(const Verdict& first, const Verdict& second) {
  return first.ok && second.checked ? second : first;
}

/// Largest relative rounding error of one operation in T: 2^-24 for float, 2^-53 for double.
template <typename T>
constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2;

/// Bound on the relative error after k roundings with relative error u each: (1 + u)^k - 1 <= ku / (1 - ku).
inline double growth(double ku) { return ku / (1 - ku); }

/// Kinds of input values, in the order of the words for --data.
enum class Data {
  random,         ///< integers from -8 to 8, no zero: every sum is exact, in every type and order
  fractions,      ///< [0.5, 1), int: positive integers: no term is small, float sums round
  equal,          ///< all 1
  cancelling,     ///< large numbers, each followed by nearly its negative: the sum is close to zero
  sorted,         ///< ascending, from negative to positive
  reversed,       ///< descending
  denormal,       ///< as random, in units of the smallest number above 0
  one_different,  ///< all 0, except one -1 and, at the mirrored index, one 2: minimum and maximum
  book,           ///< for dot products only: a[i] = i, b[i] = 2 i
  zero_or_one,    ///< random 0 or 1; like the next, it is not a word of --data
  small,          ///< random integers from 1 to 8: the smallest error shows in a sum
};

/// The words of --data, up to book.
inline const std::vector<std::string> data_words = {
    "random", "fractions", "equal", "cancelling", "sorted", "reversed", "denormal", "one_different", "book"};

/// The Data named `word`, one of data_words.
inline Data data_named(const std::string& word) {
  return static_cast<Data>(std::find(data_words.begin(), data_words.end(), word) - data_words.begin());
}

/// The values of a vector of n elements. Each is computed from its index alone, on the host and on the device: any
/// thread can compute any of them. Each is an integer multiple of a grain that T can represent, so exact sums are sums
/// of 64-bit integers.
///
/// Integers: no sum of `in_one_sum` values overflows the type (for random values, the probability is
/// negligible).
template <typename T>
class Elements {
 public:
  static constexpr bool is_integer = std::is_integral_v<T>;  ///< a grain is 1 then

  /// @param values      the kind of values
  /// @param seed        for random values
  /// @param count       number of elements, n
  /// @param in_one_sum  the largest number of values in any one sum
  /// @param stream      vectors with the same seed and different streams are independent
  /// @throws UsageError if T cannot represent such data
  Elements(Data values, std::uint64_t seed, std::int64_t count, std::int64_t in_one_sum, int stream = 0)
      : data(values),
        n(count),
        random_(seed),
        first_(static_cast<std::uint64_t>(stream) << 41),
        limit_(largest(in_one_sum)),
        place_(n == 0 ? 0 : static_cast<std::int64_t>(random_.bits(first_) % static_cast<std::uint64_t>(n))),
        grain_(grain_of(data)) {
    Program::require(!is_integer || data != Data::denormal, "--data denormal: int has no such numbers");
    if constexpr (is_integer) {
      const bool any_count_fits = data == Data::random || data == Data::one_different ||
                                  data == Data::zero_or_one || data == Data::small;
      if (!any_count_fits && in_one_sum > std::numeric_limits<T>::max()) {
        throw UsageError(
            "--type int --data " + data_words[static_cast<std::size_t>(data)] +
            ": the sum of more than 2147483647 elements may not fit an int; choose other --data");
      }
    }
  }

  /// Element i in grains.
  __host__ __device__ std::int64_t grains(std::int64_t i) const {
    switch (data) {
      case Data::fractions: return magnitude(i);
      case Data::equal: return 1;
      case Data::cancelling: return i % 2 == 0 ? magnitude(i) : bits(i) % 2 - magnitude(i - 1);
      case Data::sorted: return ramp(i);
      case Data::reversed: return ramp(n - 1 - i);
      case Data::one_different: return i == place_ ? -1 : i == n - 1 - place_ ? 2 : 0;
      case Data::zero_or_one: return static_cast<std::int64_t>(random_.bits(number(i)) & 1);
      case Data::small: return 1 + random_.below(8, number(i));
      default: break;
    }
    const std::int64_t b = bits(i);
    return b % 2 == 0 ? 1 + (b >> 1) % 8 : -1 - (b >> 1) % 8;
  }

  /// A grain's size, a power of two.
  __host__ __device__ double grain() const { return grain_; }

  /// Element i.
  __host__ __device__ T operator()(std::int64_t i) const {
    return static_cast<T>(static_cast<double>(grains(i)) * grain_);
  }

  /// Whether no value is negative: the error is then bounded relative to the sum.
  bool none_negative() const {
    return data == Data::fractions || data == Data::equal || data == Data::zero_or_one || data == Data::small;
  }

  /// Whether additions do not round, in any order, if the magnitudes add up to `magnitude` grains: partial sums
  /// then fit the type's significand. Random signs keep them small: for 2^36 numbers up to 8, the
  /// standard deviation is 1.3 million, and a float holds 16.7 million.
  bool sums_are_exact(double magnitude) const {
    if (is_integer || data == Data::random || data == Data::denormal) return true;
    return magnitude <= std::ldexp(1.0, std::numeric_limits<T>::digits);
  }

  const Data data;       ///< which values
  const std::int64_t n;  ///< elements of the vector

 private:
  // The largest magnitude: 24 bits, which fit in a float. For double it is 28 bits, so that a conversion to float on the way is detected; sums
  // of 2^34 such values fit in 63 bits.
  static constexpr int significant_bits = std::is_same_v<T, double> ? 28 : 24;
  static std::int64_t largest(std::int64_t in_one_sum) {
    if constexpr (is_integer) {
      const auto most = static_cast<std::int64_t>(std::numeric_limits<T>::max());
      return std::clamp<std::int64_t>(most / std::max<std::int64_t>(in_one_sum, 1), 1, std::int64_t{1} << 20);
    } else {
      return (std::int64_t{1} << significant_bits) - 1;
    }
  }

  static double grain_of(Data data) {
    if (is_integer) return 1;
    switch (data) {
      case Data::fractions:
      case Data::sorted:
      case Data::reversed: return 1.0 / static_cast<double>(std::int64_t{1} << significant_bits);
      case Data::denormal: return std::numeric_limits<T>::denorm_min();
      default: return 1;
    }
  }

  // The counter of element i's random number.
  __host__ __device__ std::uint64_t number(std::int64_t i) const {
    return first_ + static_cast<std::uint64_t>(i);
  }

  // Element i's random number, not negative.
  __host__ __device__ std::int64_t bits(std::int64_t i) const {
    return static_cast<std::int64_t>(random_.bits(number(i)) >> 16);
  }

  // The upper half of the range of those bits, so that no value is small compared with another. int: from 1.
  __host__ __device__ std::int64_t magnitude(std::int64_t i) const {
    const std::int64_t smallest = is_integer ? 1 : std::int64_t{1} << (significant_bits - 1);
    return smallest + random_.below(static_cast<std::uint32_t>(limit_ - smallest + 1), number(i));
  }

  // From -limit to limit. No step of the computation can make a later element smaller than an earlier one.
  __host__ __device__ std::int64_t ramp(std::int64_t i) const {
    const double share = static_cast<double>(i) / static_cast<double>(n > 1 ? n - 1 : 1);
    return static_cast<std::int64_t>(share * static_cast<double>(2 * limit_)) - limit_;
  }

  Random random_;
  std::uint64_t first_;
  std::int64_t limit_;
  std::int64_t place_;  // index of the element that differs
  double grain_;
};

}  // namespace tutorial
