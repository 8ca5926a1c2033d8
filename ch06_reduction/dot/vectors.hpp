#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// The vectors of a dot product, and exactly what the sums of their products must be.
namespace ch06 {

/// Two vectors on the host.
template <typename T>
struct Vectors {
  std::vector<T> a, b;
};

/// What the partial sums of a dot product must be.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk.
template <typename T>
class Products {
 public:
  /// `values`: book, random, fractions, cancelling or denormal.
  /// @throws tutorial::UsageError if the book's closed form does not fit into 64 bits
  Products(std::uint64_t seed, std::int64_t count, tutorial::Data values, int threads, unsigned block_count)
      : n(checked(count, values)),
        data(values),
        block_size(threads),
        blocks(block_count),
        a_(data, seed, n, n),
        b_(data == tutorial::Data::denormal     ? tutorial::Data::random
           : data == tutorial::Data::cancelling ? tutorial::Data::fractions
                                                : data,
           seed, n, n, 1),
        reference_(blocks),
        magnitudes_(blocks) {}

  /// Makes the elements, and adds up what each block owns: call it before any check.
  Vectors<T> make_vectors();

  /// What the total must be. Book: 2 * x (x + 1)(2x + 1) / 6 with x = n - 1, an integer.
  double exact_total() const {
    if (data == tutorial::Data::book) {
      const auto count = static_cast<std::uint64_t>(n);
      return static_cast<double>((count - 1) * count * (2 * count - 1) / 3);  // n = 0: a factor is 0
    }
    return static_cast<double>(std::accumulate(reference_.begin(), reference_.end(), 0.0L));
  }

  /// What block p's partial sum must be.
  double reference(std::int64_t p) const {
    return static_cast<double>(reference_[static_cast<std::size_t>(p)]);
  }

  /// The magnitudes of all products, added up; and of the block with the largest such sum.
  double magnitude() const { return std::accumulate(magnitudes_.begin(), magnitudes_.end(), 0.0); }
  double largest_magnitude() const { return *std::max_element(magnitudes_.begin(), magnitudes_.end()); }

  const std::int64_t n;
  const tutorial::Data data;
  const int block_size;
  const unsigned blocks;

 private:
  // (n - 1) n (2n - 1) < 2^64 up to here; i and 2 i are exact in float.
  static std::int64_t checked(std::int64_t count, tutorial::Data values) {
    tutorial::Program::require(
        values != tutorial::Data::book || count <= std::int64_t{1} << 21,
        "--n must not exceed 2097152 with --data book, whose closed form must fit 64 bits; "
        "use --data random");
    return count;
  }

  // What is special about the data is in a: b has integers where the sum must not round, and where it must cancel
  // each second element is the one before.
  T a(std::int64_t i) const { return data == tutorial::Data::book ? static_cast<T>(i) : a_(i); }
  T b(std::int64_t i) const {
    if (data == tutorial::Data::book) return static_cast<T>(2 * i);
    return b_(data == tutorial::Data::cancelling ? i / 2 : i);
  }

  tutorial::Elements<T> a_;
  tutorial::Elements<T> b_;
  std::vector<long double> reference_;
  std::vector<double> magnitudes_;
};

template <typename T>
Vectors<T> Products<T>::make_vectors() {
  Vectors<T> host{std::vector<T>(static_cast<std::size_t>(n)), std::vector<T>(static_cast<std::size_t>(n))};
  struct Row {
    long double sum = 0;
    long double magnitude = 0;
  };
  std::vector<Row> rows(static_cast<std::size_t>((n + block_size - 1) / block_size));
  tutorial::in_parts(std::ssize(rows), block_size, [&](int, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      Row sums;
      for (std::int64_t i = row * block_size; i < std::min(n, (row + 1) * block_size); ++i) {
        const T x = a(i);
        const T y = b(i);
        host.a[static_cast<std::size_t>(i)] = x;
        host.b[static_cast<std::size_t>(i)] = y;
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
  return host;
}

}  // namespace ch06
