#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "further/transpose_tall.cuh"

namespace {

/// How many of the lanes served together, `stride` elements apart from `first` on, meet in one bank at most.
template <typename T>
unsigned conflict(unsigned first, unsigned stride, ch08::Turn turn) {
  std::map<unsigned, unsigned> lanes;
  unsigned most = 0;
  for (unsigned lane = 0; lane < ch08::bank_round<T>; ++lane) {
    most = std::max(most, ++lanes[ch08::tall::turned<T>(first + lane * stride, turn) % ch08::bank_round<T>]);
  }
  return most;
}

}  // namespace

TEST_CASE_TEMPLATE("stage: in no stride do more lanes meet in a bank than a vector has elements", T, float,
                   double) {
  for (unsigned stride = 1; stride <= 512; ++stride) {
    const ch08::Turn turn = ch08::turn_for<T>(stride);
    unsigned most = 0;
    for (const unsigned first : {0u, 1u, 31u, 100u, 4095u}) {
      most = std::max(most, conflict<T>(first, stride, turn));
    }
    CAPTURE(stride);
    CHECK(most == std::min(stride & -stride, ch08::vector_width<T>));
  }
}

TEST_CASE_TEMPLATE("stage: without a turn, as many lanes meet as the stride's power of two", T, float,
                   double) {
  constexpr ch08::Turn none{.shift = 0, .turns = 1};
  CHECK(conflict<T>(0, 13, none) == 1);
  CHECK(conflict<T>(0, 8, none) == 8);
}

TEST_CASE_TEMPLATE("stage: every vector stays whole and aligned, and has a place of its own", T, float,
                   double) {
  constexpr unsigned width = ch08::vector_width<T>;
  for (const unsigned stride : {1u, 12u, 64u, 96u, 127u}) {
    const ch08::Turn turn = ch08::turn_for<T>(stride);
    std::set<unsigned> places;
    bool whole = true;
    for (unsigned i = 0; i < 8192; ++i) {
      const unsigned place = ch08::tall::turned<T>(i, turn);
      places.insert(place);
      whole = whole && place == ch08::tall::turned<T>(i / width * width, turn) + i % width &&
              place / width * width == place - i % width;
    }
    CAPTURE(stride);
    CHECK(whole);
    CHECK(places.size() == 8192);
    CHECK(*places.rbegin() == 8191);
  }
}

TEST_CASE_TEMPLATE("stage: it holds its places and fits, whatever the sides", T, float, double) {
  const int most = tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  for (const std::int64_t narrow : {0, 1, 12, 32, 33, 100, 127, 128}) {
    for (const std::int64_t wide : {0, 1, 500, 1'000'003}) {
      const ch08::Stage stage = ch08::stage_for<T>(narrow, wide, ch08::sector<T> - 1);
      CAPTURE(narrow);
      CAPTURE(wide);
      CHECK(stage.length >= 32);
      CHECK(stage.length % 32 == 0);
      CHECK(stage.bytes <= static_cast<unsigned>(most));
      CHECK(stage.bytes >= (stage.length + ch08::sector<T> - 1) * narrow * sizeof(T));
    }
  }
}
