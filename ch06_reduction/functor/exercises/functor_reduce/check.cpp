#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <vector>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case reduced(const std::string& name, const std::vector<int>& whole, const std::vector<float>& fractions) {
  int largest = INT_MIN;
  float magnitude = 0;
  std::size_t least = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    largest = std::max(largest, whole[i]);
    magnitude = std::max(magnitude, std::fabs(fractions[i]));
    if (fractions[i] < fractions[least]) least = i;
  }
  Case c("n = " + std::to_string(whole.size()) + ", " + name);
  c.number("n", static_cast<std::int64_t>(whole.size()));
  c.input("whole", whole);
  c.input("fractions", fractions);
  c.output<int>("largest", 1);
  c.output<float>("magnitude", 1);
  c.output<int>("index", 1);
  c.expect("largest", std::vector<int>{largest});
  c.expect("magnitude", std::vector<float>{magnitude});
  c.expect("index", std::vector<int>{whole.empty() ? -1 : static_cast<int>(least)});
  return c;
}

// All integers are negative, so that 0 is no answer. Floats are multiples of 1/4 out of 2 * `width` values:
// the fewer, the more ties. The one of largest magnitude is mostly negative.
Case reductions(std::size_t n, std::uint32_t width, std::uint64_t seed) {
  const tutorial::Random random(seed + n + width);
  std::vector<int> whole(n);
  std::vector<float> fractions(n);
  for (std::size_t i = 0; i < n; ++i) {
    whole[i] = -1 - static_cast<int>(random.below(2'000'000'000, 2 * i));
    fractions[i] =
        0.25f * (static_cast<float>(random.below(2 * width, 2 * i + 1)) - 1.5f * static_cast<float>(width)) -
        0.25f;
  }
  return reduced("floats of " + std::to_string(2 * width) + " values", whole, fractions);
}

// All elements are equal. Only an identity leaves the largest of them as they are, and the smallest magnitude.
Case equal(std::size_t n, int whole, float fraction) {
  return reduced("all " + std::to_string(whole) + " and " + tutorial::exercise::text_of(fraction),
                 std::vector<int>(n, whole), std::vector<float>(n, fraction));
}

// Elements of any bits.
Case any_elements(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> whole(n);
  std::vector<float> fractions(n);
  for (std::size_t i = 0; i < n; ++i) {
    whole[i] = tutorial::exercise::any_value<int>(random.bits(2 * i));
    fractions[i] = tutorial::exercise::any_value<float>(random.bits(2 * i + 1));
  }
  return reduced("elements of any size and sign", whole, fractions);
}

// The least float is 0, and one or more later ones are -0, which is equal.
Case negative_zero(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> whole(n, 1);
  std::vector<float> fractions(n, 1);
  const std::size_t first = random.below(static_cast<std::uint32_t>(n / 2), 0);
  fractions[first] = 0;
  fractions[first + 1] = fractions.back() = -0.0f;
  return reduced("0 before -0", whole, fractions);
}

// Floats too small to be normal, of both signs and of different sizes.
Case subnormal(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<float> fractions(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto units = static_cast<int>(1 + random.below((1u << 23) - 1, 2 * i));
    fractions[i] = 0x1p-149f * static_cast<float>(i == 0 || random.below(2, 2 * i + 1) == 0 ? units : -units);
  }
  return reduced("all floats subnormal", std::vector<int>(n, 1), fractions);
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {33, 0, 1, 31, 255, 257, 1009, 5003}) {
    all.push_back(reductions(n, 100'000, seed));
    all.push_back(reductions(n, 3, seed));
  }
  const auto few = tutorial::exercise::drawn_size<std::size_t>(seed + 2, 3, 62);
  for (const std::size_t n : std::vector<std::size_t>{2, 3, 5, 9, 17, 64, few})
    all.push_back(reductions(n, 3, seed));
  const float large = std::ldexp(1 + tutorial::Random(seed).uniform(0), 126);
  all.push_back(equal(300, INT_MIN + 1, large));
  all.push_back(equal(97, INT_MIN, INFINITY));
  all.push_back(equal(259, 0, 0.0f));
  all.push_back(negative_zero(300, seed));
  all.push_back(subnormal(97, seed));
  all.push_back(any_elements(701, seed));
  all.push_back(any_elements(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000), seed));
  add_counted<std::size_t>(all, seed, 5003, 4865,
                           [seed](std::size_t n) { return reductions(n, 1000, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
