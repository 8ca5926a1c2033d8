#include <doctest/doctest.h>

#include <set>

#include "stage.cuh"

namespace {

/// Whether lanes served together, `stride` elements apart from `first` on, meet no bank twice.
template <typename T>
bool without_conflict(unsigned first, unsigned stride, ch08::Turn turn) {
  std::set<unsigned> banks;
  for (unsigned lane = 0; lane < ch08::bank_round<T>; ++lane) {
    banks.insert(ch08::turned<T>(first + lane * stride, turn) % ch08::bank_round<T>);
  }
  return banks.size() == ch08::bank_round<T>;
}

}  // namespace

TEST_CASE_TEMPLATE("stage: no stride has a conflict, from any element on", T, float, double) {
  for (unsigned stride = 1; stride <= 512; ++stride) {
    const ch08::Turn turn = ch08::turn_for<T>(stride);
    bool right = true;
    for (const unsigned first : {0u, 1u, 31u, 100u, 4095u}) {
      right = right && without_conflict<T>(first, stride, turn) &&
              without_conflict<T>(first / ch08::bank_round<T> * ch08::bank_round<T>, 1, turn);
    }
    CAPTURE(stride);
    CHECK(right);
  }
}

TEST_CASE_TEMPLATE("stage: without a turn, an even stride has conflicts", T, float, double) {
  CHECK(without_conflict<T>(0, 13, {.shift = 0, .turns = 1}));
  CHECK_FALSE(without_conflict<T>(0, 12, {.shift = 0, .turns = 1}));
}

TEST_CASE_TEMPLATE("stage: every element has a place of its own", T, float, double) {
  for (const unsigned stride : {1u, 12u, 64u, 96u, 127u}) {
    const ch08::Turn turn = ch08::turn_for<T>(stride);
    std::set<unsigned> places;
    for (unsigned i = 0; i < 8192; ++i) places.insert(ch08::turned<T>(i, turn));
    CHECK(places.size() == 8192);
    CHECK(*places.rbegin() == 8191);
  }
}
