// The check of the sums must reject a sum that is off by more than the roundings of its order explain.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "order/order.hpp"

namespace {

// What `check_total` says of the exact sum, changed by `change`, with bounds for `roundings` roundings.
bool accepted(const std::string& data, double change, std::int64_t roundings) {
  order::Input in(7, 10007, data);
  static_cast<void>(in.make_values());
  return in.check_total(in.exact_total() + change, roundings).ok;
}

}  // namespace

TEST_CASE("an exact sum passes without any rounding, and a lost element does not pass with many") {
  for (const std::string data : {"fractions", "random", "cancelling", "sorted"}) {
    CAPTURE(data);
    CHECK(accepted(data, 0, 0));
  }
  CHECK_FALSE(accepted("fractions", -0.5, 100));
  CHECK_FALSE(accepted("random", 1, 100));
}

TEST_CASE("three roundings of a sum are accepted for Kahan, and ten are not") {
  const double sum = 7500;
  CHECK(accepted("fractions", sum * 0x1p-24 * 2, 3));
  CHECK_FALSE(accepted("fractions", sum * 0x1p-24 * 10, 3));
}
