#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "irregular/sparse.hpp"

namespace ch06 {

/// How a matrix in compressed rows is best multiplied.
struct Choice {
  int lanes = 0;      ///< that share a row; 0: equal shares instead
  int in_flight = 0;  ///< entries a lane asks for at once

  /// "1 lane a row, 5 entries in flight", "equal shares"
  std::string text() const {
    if (lanes == 0) return "equal shares";
    return std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " a row, " + std::to_string(in_flight) +
           (in_flight == 1 ? " entry" : " entries") + " in flight";
  }
};

// [rule]
/// The longest row of an even matrix, in mean row lengths.
constexpr double most_uneven = 4;

/// A row's lanes wait for the longest row beside it, and all wait for the longest row of all. Where it is no longer than
/// most_uneven times the mean we share out rows, else entries.
///
/// A lane should have four entries at least, to have them in flight together; one lane alone takes a short row at once.
inline Choice choose(std::int64_t rows, std::int64_t entries, std::int64_t longest_row) {
  const double mean = rows == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(rows);
  if (static_cast<double>(longest_row) > most_uneven * mean) return {};
  Choice choice{.lanes = 1, .in_flight = 4};
  while (choice.lanes < 32 && 2 * choice.lanes * choice.in_flight <= mean) choice.lanes *= 2;
  if (choice.lanes == 1) choice.in_flight = std::clamp(static_cast<int>(std::ceil(mean)), 1, 8);
  return choice;
}
// [rule]

/// The rule's words for a matrix: "the longest row has 5 entries, at most 4 times the mean: 1 lane a row, …".
inline std::string reason(std::int64_t rows, std::int64_t entries, std::int64_t longest_row) {
  const std::string longest = "the longest row has " + std::to_string(longest_row) +
                              (longest_row == 1 ? " entry, " : " entries, ");
  const Choice choice = choose(rows, entries, longest_row);
  return longest + (choice.lanes == 0 ? "more than " : "at most ") +
         std::to_string(static_cast<int>(most_uneven)) + " times the mean: " + choice.text();
}

}  // namespace ch06
