// The rule of spmv_choice: what it picks at its edges.

#include <doctest/doctest.h>

#include "irregular/choice.hpp"

namespace {

bool picks(const ch06::Choice& choice, int lanes, int in_flight) {
  return choice.lanes == lanes && choice.in_flight == in_flight;
}

}  // namespace

TEST_CASE("even rows: a quarter of the mean in lanes, a power of two from 1 to 32") {
  CHECK(picks(ch06::choose(1000, 7'999, 8), 1, 8));
  CHECK(picks(ch06::choose(1000, 8'000, 8), 2, 4));
  CHECK(picks(ch06::choose(1000, 15'999, 16), 2, 4));
  CHECK(picks(ch06::choose(1000, 33'000, 33), 8, 4));
  CHECK(picks(ch06::choose(1000, 127'999, 128), 16, 4));
  CHECK(picks(ch06::choose(1000, 128'000, 128), 32, 4));
  CHECK(picks(ch06::choose(1000, 1'000'000, 1000), 32, 4));
}

TEST_CASE("one lane has its mean row in flight, from 1 to 8 entries") {
  CHECK(picks(ch06::choose(1000, 900, 1), 1, 1));
  CHECK(picks(ch06::choose(1000, 1'001, 2), 1, 2));
  CHECK(picks(ch06::choose(4096LL * 4096, 5LL * 4096 * 4096 - 4 * 4096, 5), 1, 5));
}

TEST_CASE("a row of more than four times the mean wants equal shares") {
  CHECK(ch06::choose(1000, 5'000, 20).lanes == 1);
  CHECK(ch06::choose(1000, 5'000, 21).lanes == 0);
  CHECK(ch06::choose(1'000'000, 3'000'000, 1 << 20).lanes == 0);
}

TEST_CASE("a matrix without rows or entries has a choice too") {
  CHECK(picks(ch06::choose(0, 0, 0), 1, 1));
  CHECK(picks(ch06::choose(7, 0, 0), 1, 1));
  CHECK(ch06::reason(7, 0, 0) ==
        "the longest row has 0 entries, at most 4 times the mean: 1 lane a row, 1 entry in flight");
}
