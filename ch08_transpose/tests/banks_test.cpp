#include "../banks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace {

constexpr int largest_stride = 33;
constexpr int widths[] = {4, 8, 16};

/// By counting: the words that each bank is asked for by the lanes served together.
int counted_degree(int stride, int bytes) {
  std::array<std::set<int>, ch08::banks> words;
  for (int lane = 0; lane < ch08::lanes_together(bytes); ++lane) {
    for (int i = 0; i < bytes / 4; ++i) {
      const int word = lane * stride * (bytes / 4) + i;
      words[static_cast<std::size_t>(word % ch08::banks)].insert(word);
    }
  }
  std::size_t degree = 0;
  for (const auto& bank : words) degree = std::max(degree, bank.size());
  return static_cast<int>(degree);
}

}  // namespace

TEST_CASE("banks: the greatest common divisor is what counting the words of each bank gives") {
  for (const int bytes : widths) {
    for (int stride = 1; stride <= 2 * largest_stride; ++stride) {
      CAPTURE(bytes);
      CAPTURE(stride);
      CHECK(ch08::conflict_degree(stride, bytes) == counted_degree(stride, bytes));
    }
  }
}

TEST_CASE("banks: known degrees") {
  CHECK(ch08::conflict_degree(1, 4) == 1);
  CHECK(ch08::conflict_degree(2, 4) == 2);
  CHECK(ch08::conflict_degree(32, 4) == 32);
  CHECK(ch08::conflict_degree(33, 4) == 1);
  CHECK(ch08::conflict_degree(32, 8) == 16);
  CHECK(ch08::conflict_degree(32, 16) == 8);
  CHECK(ch08::conflict_text(1) == "no conflict");
  CHECK(ch08::conflict_text(4) == "4-way conflict");
}

TEST_CASE(
    "banks: each group takes as many turns as its degree, and every lane is served once, by its own banks") {
  for (const int bytes : widths) {
    for (int stride = 1; stride <= largest_stride; ++stride) {
      CAPTURE(bytes);
      CAPTURE(stride);
      const int words = bytes / ch08::bank_bytes;
      const std::vector<ch08::Turn> turns = ch08::turns_of(stride, bytes);
      const int groups = ch08::warp_lanes / ch08::lanes_together(bytes);
      CHECK(static_cast<int>(turns.size()) == groups * ch08::conflict_degree(stride, bytes));
      std::array<int, ch08::warp_lanes> served{};
      bool own_banks = true;
      for (const ch08::Turn& turn : turns) {
        for (int bank = 0; bank < ch08::banks; ++bank) {
          const int lane = turn[static_cast<std::size_t>(bank)];
          if (lane < 0) continue;
          ++served[static_cast<std::size_t>(lane)];
          const int first = lane * stride * words % ch08::banks;
          own_banks = own_banks && first <= bank && bank < first + words;
        }
      }
      CHECK(own_banks);
      CHECK(std::all_of(served.begin(), served.end(), [&](int count) { return count == words; }));
    }
  }
}

TEST_CASE("banks: a drawing is a line of banks and one for each turn, of equal width") {
  std::istringstream lines(ch08::drawing(16, 4));
  std::size_t count = 0;
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (count == 0) width = line.size();
    CHECK(line.size() == width);
  }
  CHECK(count == 17);
  CHECK(width <= 110);
  CHECK(ch08::drawing(16, 4).find("\nturn  1  0  .  .") != std::string::npos);
  CHECK(ch08::drawing(16, 4).find("\nturn 16 30  .  .") != std::string::npos);
}
