#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "dot/dot.hpp"

/// The check of kernels whose blocks own the elements that Dot says, and leave their partial sums in Dot::partial.
namespace ch06 {

/// Every block's partial sum, then the total.
///
/// A product is rounded once, then at most steps - 1 more times in its thread's register and
/// log2(block_size) times in the tree. The error is at most growth(k u) of the sum of the products' magnitudes, k
/// being the number of these roundings. The host's additions and the last rounding to T add to it.
/// With fractions no product is below 0.25; the tolerance is smaller up to a million elements in float and
/// 10^10 in double, so that a lost element cannot hide. With the book's data and float a small product can.
/// Random and denormal data do not round at all, and a lost element cannot hide in any number of them.
template <typename T>
tutorial::Verdict check_partials(const Dot<T>& dot) {
  const std::int64_t walk = std::int64_t{dot.blocks} * dot.block_size;
  const std::int64_t roundings = (dot.n + walk - 1) / walk + dot.levels();
  double largest = 0;
  for (unsigned p = 0; p < dot.blocks; ++p) largest = std::max(largest, dot.magnitude(p));
  tutorial::Tolerance both = dot.tolerance(roundings, dot.magnitude());
  if (!dot.exact())
    both.absolute +=
        (dot.blocks * tutorial::unit_roundoff<double> + tutorial::unit_roundoff<T>)*dot.magnitude();

  const tutorial::Verdict partials = tutorial::verify(
      dot.partial.to_host(), [&](std::int64_t p) { return dot.reference(p); },
      dot.tolerance(roundings, largest),
      [](std::int64_t p) { return "partial sum of block " + std::to_string(p); });
  return tutorial::first_wrong(partials, dot.check_total(dot.total(), both));
}

}  // namespace ch06
