#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "nearest/further/tensor_score.cuh"
#include "tutorial/tutorial.hpp"

namespace {

using Sum = double (*)(float start, const nearest::Slots& query, const nearest::Slots& candidate);

/// Float by float, as the portable path adds.
double in_floats(float start, const nearest::Slots& query, const nearest::Slots& candidate) {
  for (int k = 0; k < 8; ++k) start = std::fmaf(query.slot[k], candidate.slot[k], start);
  return start;
}

/// Cuts the digits behind `unit`.
double cut(double x, double unit) { return std::trunc(x / unit) * unit; }

/// Four products at a time, all terms cut to the 24 places of the largest, and the sum cut to 24 places.
double in_two_steps(float start, const nearest::Slots& query, const nearest::Slots& candidate) {
  double sum = start;
  for (int step = 0; step < 2; ++step) {
    std::array<double, 5> terms = {sum};
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t slot = 4 * static_cast<std::size_t>(step) + k;
      terms[k + 1] = double{query.slot[slot]} * double{candidate.slot[slot]};
    }
    double largest = 0;
    for (const double term : terms) largest = std::max(largest, std::fabs(term));
    sum = 0;
    for (const double term : terms) sum += largest > 0 ? cut(term, std::exp2(std::ilogb(largest) - 23)) : 0;
    if (sum != 0) sum = cut(sum, std::exp2(std::ilogb(sum) - 23));
  }
  return sum;
}

float squared(float3 p, float3 q) {
  const float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
  return dx * dx + dy * dy + dz * dz;
}

/// Pairs of places, most of them near each other: anywhere, in the corners, where halves have few digits left.
template <typename Body>
void for_pairs(const Body& body) {
  const tutorial::Random random(5);
  for (std::uint64_t i = 0; i < 60'000; ++i) {
    const auto uniform = [&](std::uint64_t k) { return 2 * random.uniform(16 * i + k) - 1; };
    const auto base = [&](std::uint64_t k) {
      if (i % 3 == 0) return uniform(k);
      if (i % 3 == 1) return std::copysign(1 - std::ldexp(std::fabs(uniform(k)), -12), uniform(k));
      return std::ldexp(uniform(k), static_cast<int>(i % 20) - 20);
    };
    const auto inside = [](float x) { return std::clamp(x, -1 + 0x1p-24f, 1 - 0x1p-24f); };
    const float reach = std::ldexp(1.0f, -static_cast<int>(i % 16));
    const float3 p = {inside(base(0)), inside(base(1)), inside(base(2))};
    const float3 q = {inside(p.x + reach * uniform(3)), inside(p.y + reach * uniform(4)),
                      inside(p.z + reach * uniform(5))};
    body(p, q);
  }
}

}  // namespace

TEST_CASE("tensor score: the nearest's sum ends below zero, however the terms are added") {
  for (const Sum sum : {in_floats, in_two_steps}) {
    for_pairs([&](float3 p, float3 q) {
      const float start = nearest::start_value(p, squared(p, q), 1);
      REQUIRE(sum(start, nearest::query_slots(p), nearest::candidate_slots(q)) < 0);
    });
  }
}

TEST_CASE("tensor score: a candidate that is clearly farther than the one found is passed over") {
  for_pairs([&](float3 p, float3 q) {
    const float distance = squared(p, q);
    if (distance < 1e-4f) return;
    const float start = nearest::start_value(p, distance / 2, 1);
    REQUIRE(in_floats(start, nearest::query_slots(p), nearest::candidate_slots(q)) > 0);
  });
}

TEST_CASE("tensor score: the limit is scaled as the places are") {
  for_pairs([&](float3 p, float3 q) {
    const float distance = squared(p, q);
    REQUIRE(nearest::start_value(p, std::ldexp(distance, 20), 0x1p-10f) ==
            nearest::start_value(p, distance, 1));
  });
}

TEST_CASE(
    "tensor score: as long as nothing was found every candidate counts, and never a place without one") {
  for_pairs([&](float3 p, float3 q) {
    for (const float none : {INFINITY, NAN}) {
      const float start = nearest::start_value(p, none, 1);
      REQUIRE(in_two_steps(start, nearest::query_slots(p), nearest::candidate_slots(q)) < 0);
      REQUIRE(in_two_steps(start, nearest::query_slots(p), nearest::no_candidate_slots()) > 0);
    }
    REQUIRE(in_two_steps(nearest::start_value(p, 12, 1), nearest::query_slots(p),
                         nearest::no_candidate_slots()) > 0);
  });
}
