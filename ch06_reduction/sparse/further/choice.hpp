#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "sparse/sparse.hpp"

namespace ch06 {

/// How a matrix in compressed rows is best multiplied.
struct Choice {
  int lanes = 0;          ///< that share a row; 0: equal shares instead
  int in_flight = 0;      ///< entries a lane asks for at once
  bool streamed = false;  ///< of shares: the matrix passes by the caches

  /// "1 lane a row, 5 entries in flight", "equal shares, streamed"
  std::string text() const {
    if (lanes == 0) return streamed ? "equal shares, streamed" : "equal shares";
    return std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " a row, " +
           std::to_string(in_flight) + (in_flight == 1 ? " entry" : " entries") + " in flight";
  }
};

/// What the rule looks at.
struct Shape {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t entries;
  std::int64_t longest_row;
  std::int64_t x_bytes;

  double mean() const { return rows == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(rows); }
};

/// The longest row of an even matrix, in mean row lengths.
constexpr double most_uneven = 1.5;

/// How often each element of x is read, at least, for it to be worth keeping.
constexpr std::int64_t reads_worth_keeping = 2;

/// A row's lanes wait for the longest row beside them, and all wait for the longest row of all. Where that is hardly
/// longer than the mean we share out rows, else items; and where x is read again and again, and fills more than half of
/// the L2 cache, nothing that is used once may push it out.
///
/// A lane should have four entries at least, to have them in flight together; one lane alone takes a short row at once.
// [rule]
inline Choice choose(const Shape& a, std::int64_t l2_bytes) {
  if (static_cast<double>(a.longest_row) > most_uneven * a.mean()) {
    return {.streamed = a.x_bytes > l2_bytes / 2 && a.entries >= reads_worth_keeping * a.cols};
  }
  Choice choice{.lanes = 1, .in_flight = 4};
  while (choice.lanes < 32 && 2 * choice.lanes * choice.in_flight <= a.mean()) choice.lanes *= 2;
  if (choice.lanes == 1) choice.in_flight = std::clamp(static_cast<int>(std::ceil(a.mean())), 1, 8);
  return choice;
}
// [rule]

/// The rule's words for a matrix: "the longest row is 1.0 times the mean: 1 lane a row, 5 entries in flight".
inline std::string reason(const Shape& a, const Choice& choice) {
  if (a.entries == 0) return "no entries: " + choice.text();
  const auto tenths = static_cast<std::int64_t>(static_cast<double>(a.longest_row) / a.mean() * 10 + 0.5);
  return "the longest row is " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
         " times the mean" +
         (choice.streamed ? ", and x, read again and again, fills more than half of L2" : "") + ": " +
         choice.text();
}

}  // namespace ch06
