// A float as two halves: which matrices can be split, and how much of an element is lost.

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "matmul/further/errors.hpp"
#include "matmul/further/halves.hpp"
#include "tutorial/random.hpp"

using matmul::fits_halves;
using matmul::Sizes;

namespace {

Sizes sizes_of(float smallest, float largest) {
  return {std::bit_cast<std::uint32_t>(largest), ~std::bit_cast<std::uint32_t>(smallest)};
}

double joined(const matmul::Halves& halves) {
  return __half2float(halves.high) + static_cast<double>(__half2float(halves.low)) / 2048;
}

}  // namespace

TEST_CASE(
    "matmul halves: an element of 2^-12 to 2^15 loses 2^-23 of its size at most, and its high half 2^-11") {
  const tutorial::Random random(1);
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const auto exponent = static_cast<int>(random.below(27, 2 * i)) - 12;
    const float fraction = 1 + random.uniform(2 * i + 1);
    const float x = std::ldexp(i % 2 == 0 ? fraction : -fraction, exponent);
    if (std::abs(x) >= 0x1p15f) continue;
    const matmul::Halves halves = matmul::split(x);
    REQUIRE(std::abs(joined(halves) - x) <= 0x1p-23 * std::abs(x));
    REQUIRE(std::abs(__half2float(halves.high) - x) <= 0x1p-11f * std::abs(x));
  }
}

TEST_CASE("matmul halves: integers of 22 digits lose nothing, whatever their place in the range") {
  for (int x = 1; x < 1 << 22; x += 997) {
    for (const float scale : {0x1p-34f, 0x1p-22f, 0x1p-7f}) {
      if (scale * static_cast<float>(x) < 0x1p-12f) continue;
      REQUIRE(joined(matmul::split(scale * static_cast<float>(x))) == scale * static_cast<double>(x));
    }
  }
}

TEST_CASE("matmul halves: what is too wide, too large, too small or no number is refused") {
  CHECK(fits_halves({0, 0}));  // zeros alone
  CHECK(fits_halves(sizes_of(1, 1)));
  CHECK(fits_halves(sizes_of(0x1p-26f, 1.999f)));
  CHECK_FALSE(fits_halves(sizes_of(0x1.ffffp-27f, 1)));
  CHECK(fits_halves(sizes_of(0x1p100f, 0x1.8p100f)));
  CHECK_FALSE(fits_halves(sizes_of(0x1p100f, 0x1p101f)));
  CHECK_FALSE(fits_halves(sizes_of(0x1p-120f, 0x1p-101f)));
  CHECK_FALSE(fits_halves(sizes_of(0x1p-149f, 1)));
  CHECK_FALSE(fits_halves(sizes_of(0x1p-149f, 0x1p-140f)));
  CHECK_FALSE(fits_halves(sizes_of(1, std::numeric_limits<float>::infinity())));
  CHECK_FALSE(fits_halves(sizes_of(1, std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("matmul halves: the shift takes the largest element to 2^14 .. 2^15") {
  for (const float largest : {1.0f, 1.999f, 0.5f, 3e20f, 0x1p-100f, 0x1.fp100f}) {
    const float scaled = std::ldexp(largest, matmul::shift_of(sizes_of(largest, largest)));
    CHECK(scaled >= 0x1p14f);
    CHECK(scaled < 0x1p15f);
  }
  CHECK(matmul::shift_of({0, 0}) == 0);
}

TEST_CASE("matmul errors: an exact product has none, and one wrong element of two is found") {
  const matmul::Shape shape = {1, 2, 3};
  const matmul::Factors factors = {{1, 2, 3}, {1, 4, 1, 5, 1, 6}};
  CHECK(matmul::errors_of(shape, factors, {6, 32}, 1).in_roundings == 0);
  const matmul::Errors errors = matmul::errors_of(shape, factors, {6, 33}, 1);
  CHECK(errors.of_sizes == 1.0 / 32);
  CHECK(errors.in_roundings == doctest::Approx(0x1p24 / std::sqrt(4 * 4 + 10 * 10 + 18 * 18)));
}
