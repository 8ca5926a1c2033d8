#include "sim/lens/watch.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "sim/lens/guest.hpp"
#include "sim/lens/trace/study.hpp"

namespace cudasim::lens {
namespace {

constexpr std::uint64_t most_threads = std::uint64_t{1} << 20;  // watched in one launch
constexpr std::uint64_t most_threads_of_a_study = std::uint64_t{1} << 16;
constexpr std::uint64_t most_accesses = std::uint64_t{1} << 25;
constexpr std::uint64_t most_checks = most_accesses;
constexpr std::uint64_t full_launches = 4;  // of one kernel; later ones are watched less and less
constexpr double full_seconds = 1;          // of processor time, for launches that repeat one
constexpr std::uint64_t least_pairs = 2;

// Of a submission everything is checked: there is a limit to the time it may take.
std::uint64_t checks_wanted(bool limited, std::uint64_t halvings) {
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  if (guest_is_in) return all;
  if (const char* told = std::getenv("LENS_CHECKS")) return std::strtoull(told, nullptr, 10);
  return limited ? most_checks >> halvings : all;
}

}  // namespace

bool checks_are_limited() {
  return !guest_is_in && std::getenv("LENS_WATCH") == nullptr && std::getenv("LENS_CHECKS") == nullptr;
}

bool watches_little(std::uint64_t earlier, double spent) {
  return (earlier >= full_launches || spent >= full_seconds) && checks_are_limited();
}

void Watch::plan(std::uint64_t blocks, std::uint64_t threads, std::uint64_t earlier) {
  blocks_ = blocks;
  const char* told = std::getenv("LENS_WATCH");
  limited_ = told == nullptr;
  std::uint64_t wanted = blocks;
  const std::uint64_t halvings =
      earlier < full_launches ? 0 : std::min<std::uint64_t>(earlier - full_launches + 1, 6);
  if (limited_) {
    wanted = ((study_leaves_out() ? most_threads_of_a_study : most_threads) >> halvings) / threads;
  } else if (std::strcmp(told, "all") != 0) {
    wanted = std::strtoull(told, nullptr, 10);
  }
  pairs_ = std::min((blocks + 1) / 2, std::max(limited_ ? least_pairs : 1, (wanted + 1) / 2));
  checks_left_ = checks_wanted(limited_, halvings);
}

// Pair i of n begins at block i * (blocks - 2) / (n - 1).
std::optional<std::uint64_t> Watch::pair_of(std::uint64_t block) const {
  const std::uint64_t pairs = pairs_;
  if (2 * pairs >= blocks_) return block / 2;
  if (pairs == 1) return block / 2 == blocks_ / 4 ? std::optional<std::uint64_t>(0) : std::nullopt;
  const std::uint64_t span = blocks_ - 2, gaps = pairs - 1;
  const auto begins_at = [=](std::uint64_t first) -> std::optional<std::uint64_t> {
    const std::uint64_t pair = (first * gaps + span - 1) / span;
    return pair * span / gaps == first ? std::optional(pair) : std::nullopt;
  };
  const auto begun = block <= span ? begins_at(block) : std::nullopt;
  return begun || block == 0 ? begun : begins_at(block - 1);
}

bool Watch::is_of(std::uint64_t most, std::uint64_t block) const {
  const std::uint64_t step = std::max<std::uint64_t>(1, (2 * pairs_ + most - 1) / most);
  const auto pair = pair_of(block);
  return pair && *pair % step == 0;
}

void Watch::ended(std::uint64_t accesses) {
  if (!limited_ || accesses == 0) return;
  const std::uint64_t affordable = std::max(least_pairs, most_accesses / accesses / 2);
  std::uint64_t planned = pairs_;
  while (affordable < planned && !pairs_.compare_exchange_weak(planned, affordable)) {
  }
}

void Watch::checked(std::uint64_t accesses) {
  std::uint64_t left = checks_left_;
  while (!checks_left_.compare_exchange_weak(left, left - std::min(left, accesses))) {
  }
}

}  // namespace cudasim::lens
