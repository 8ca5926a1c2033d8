#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/ladder.hpp"
#include "driver/data/recorded.hpp"

namespace tutorial::driver {

/// A rung as one line: the best of its right rows, or what went wrong.
struct Rung {
  const Result* result = nullptr;
  const Row* row = nullptr;       ///< null: the program ended without one
  const Row* before = nullptr;    ///< of the rung before, where the two can be compared
  const Row* recorded = nullptr;  ///< what a GPU has measured of the same program, variant and type
  bool reference = false;         ///< of another ladder
  std::string check;              ///< "ok", "WRONG", or the failure

  /// What the row is ranked by: its own time, or the recorded one.
  std::optional<double> seconds() const;
  /// Predicted for a GPU.
  std::optional<double> predicted() const;
  /// How many times as fast as the rung before. Empty where one of the two has no time.
  std::optional<double> over_before() const;
  /// Whether moving data in this memory is a tenth of the estimated time, or nothing is estimated.
  bool takes_time(double predict::Section::*part) const;
  /// More than half of the sectors that its loads, or its stores, move are not needed, and moving them takes time.
  bool wastes(Side Counters::*side) const;
  /// Three or more accesses wait for one bank of shared memory, and that takes time.
  bool has_conflicts() const;
  bool wastes() const { return wastes(&Counters::loads) || wastes(&Counters::stores) || has_conflicts(); }
};

/// One a rung: the fastest of its right variants by their own time, else by the recorded one, else the last that launches something.
/// What is wrong or has failed comes too, each row of it.
/// @param recorded  null for none
std::vector<Rung> rungs_of(const std::vector<Line>& lines, const Recorded* recorded);

/// What `--json` adds to the row: the rung's step, counters, what is predicted, what is recorded.
nlohmann::ordered_json json_of(const Program& program, const Row& row, const Recorded* recorded);

}  // namespace tutorial::driver
