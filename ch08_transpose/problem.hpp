#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "transpose.hpp"

namespace ch08 {

/// A matrix on the host and on the device, and room for the result on the device: for programs past the first eight, which
/// have several kernels or helpers that work on one matrix.
///
/// The device's memory comes first: what does not fit there is refused before the host has made it.
template <typename T>
class Problem {
 public:
  /// Random elements.
  Problem(Shape matrix_shape, std::uint64_t seed)
      : shape(matrix_shape),
        in(static_cast<std::size_t>(shape.count())),
        out(in.size()),
        host_in(random_matrix<T>(shape, seed)) {
    in.copy_from(host_in);
  }

  /// Elements of the caller's: element(row, col).
  template <std::invocable<std::int64_t, std::int64_t> Element>
  Problem(Shape matrix_shape, Element element)
      : shape(matrix_shape),
        in(static_cast<std::size_t>(shape.count())),
        out(in.size()),
        host_in(matrix_of<T>(shape, element)) {
    in.copy_from(host_in);
  }

  /// As ch08::check_transposed, of `out`.
  tutorial::Verdict check_transposed() const { return ch08::check_transposed(out.to_host(), host_in, shape); }

  /// As ch08::check_copied, of `out`.
  tutorial::Verdict check_copied() const { return ch08::check_copied(out.to_host(), host_in, shape); }

  /// How many elements of `out` are not those of the transpose.
  std::int64_t misplaced() const {
    const std::vector<T> got = out.to_host();
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      // A NaN, the poison, is misplaced too.
      if (!(got[static_cast<std::size_t>(i)] == transposed(host_in, shape, i))) ++count;
    }
    return count;
  }

  /// As ch08::row.
  tutorial::Case row(const std::string& variant) const { return ch08::row<T>(shape, variant); }

  const Shape shape;
  tutorial::DeviceBuffer<T> in;
  tutorial::DeviceBuffer<T> out;
  const std::vector<T> host_in;
};

}  // namespace ch08
