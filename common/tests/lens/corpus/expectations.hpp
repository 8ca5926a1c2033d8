// What a corpus program says that the lens must report, and whether a report agrees. The syntax: ../README.md
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace corpus {

/// A hazard that must be reported (`expect-hazard`), or may be (`allow-hazard`).
struct Expected {
  std::set<std::string> kinds;  ///< any of them
  std::vector<int> lines;       ///< none to two, by their tags; the second place is free where there is one
  bool required = true;
  std::string text;  ///< As in the program's head.
};

struct Expectations {
  std::vector<Expected> hazards;
  std::vector<Expected> notes;     ///< `expect-note`; others must not be there
  std::vector<std::string> words;  ///< `expect-words`: words in the report of a hazard.
  std::set<int> exits;

  /// True for a correct program: nothing must be reported about it.
  bool silent() const { return hazards.empty() && exits == std::set<int>{0}; }
  /// True if all that is wrong is what it never frees.
  bool leaks_only() const;
};

/// Reads a program's head and the tags of its lines. @throws std::runtime_error for unknown kinds, tags that
/// stand nowhere or twice, and heads that contradict themselves: a silent wrong program, hazards and exit 0
Expectations read_expectations(const std::string& source);

/// One line for each way in which a run differs from what was expected; none if it agrees.
/// @param file    the program's source: a place in another file is wrong
/// @param report  what the lens wrote; null if nothing readable
std::vector<std::string> disagreements(const Expectations& expectations, const std::string& file, int exit,
                                       const nlohmann::json& report);

}  // namespace corpus
