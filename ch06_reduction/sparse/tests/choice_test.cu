// The rule of spmv_choice: what it picks at its edges.

#include <doctest/doctest.h>

// The rule stands in the program.
#define main static __attribute__((unused)) spmv_choice_main
#include "sparse/further/09_spmv_choice.cu"
#undef main

namespace {

constexpr std::int64_t l2_bytes = 50'000'000;

Choice choose(std::int64_t rows, std::int64_t entries, std::int64_t longest_row,
              std::int64_t x_bytes = 4000) {
  return ::choose(
      {.rows = rows, .cols = rows, .entries = entries, .longest_row = longest_row, .x_bytes = x_bytes},
      l2_bytes);
}

bool picks(const Choice& choice, int lanes, int in_flight) {
  return choice.lanes == lanes && choice.in_flight == in_flight;
}

}  // namespace

TEST_CASE("even rows: a quarter of the mean in lanes, a power of two from 1 to 32") {
  CHECK(picks(choose(1000, 7'999, 8), 1, 8));
  CHECK(picks(choose(1000, 8'000, 8), 2, 4));
  CHECK(picks(choose(1000, 15'999, 16), 2, 4));
  CHECK(picks(choose(1000, 33'000, 33), 8, 4));
  CHECK(picks(choose(1000, 127'999, 128), 16, 4));
  CHECK(picks(choose(1000, 128'000, 128), 32, 4));
  CHECK(picks(choose(1000, 1'000'000, 1000), 32, 4));
}

TEST_CASE("one lane has its mean row in flight, from 1 to 8 entries") {
  CHECK(picks(choose(1000, 900, 1), 1, 1));
  CHECK(picks(choose(1000, 1'400, 2), 1, 2));
  CHECK(picks(choose(4096LL * 4096, 5LL * 4096 * 4096 - 4 * 4096, 5, 4LL * 4096 * 4096), 1, 5));
}

TEST_CASE(
    "a row of more than one and a half times the mean wants equal shares, and an x of half of L2 streams "
    "them") {
  CHECK(choose(1000, 10'000, 15).lanes == 2);
  CHECK(choose(1000, 10'000, 16).lanes == 0);
  CHECK(choose(1'000'000, 3'000'000, 1 << 20).lanes == 0);
  CHECK_FALSE(choose(1000, 10'000, 16, l2_bytes / 2).streamed);
  CHECK(choose(1000, 10'000, 16, l2_bytes / 2 + 1).streamed);
  CHECK(choose(1000, 2'000, 16, l2_bytes).streamed);
  CHECK_FALSE(choose(1000, 1'999, 16, l2_bytes).streamed);
}

TEST_CASE("a matrix without rows or entries has a choice too, and the rule has its words") {
  CHECK(picks(choose(0, 0, 0), 1, 1));
  CHECK(picks(choose(7, 0, 0), 1, 1));
  const Shape empty{.rows = 7, .cols = 7, .entries = 0, .longest_row = 0, .x_bytes = 28};
  CHECK(reason(empty, ::choose(empty, l2_bytes)) == "no entries: 1 lane a row, 1 entry in flight");
  const Shape uneven{.rows = 10, .cols = 10, .entries = 30, .longest_row = 20, .x_bytes = l2_bytes};
  CHECK(reason(uneven, ::choose(uneven, l2_bytes)) ==
        "the longest row is 6.7 times the mean, and x, read again and again, fills more than half of L2: "
        "equal shares, streamed");
}
