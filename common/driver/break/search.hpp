// The search of a run with another answer: by the order of blocks and warps, then by threads that wait before racing accesses.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/break/schedules.hpp"

namespace tutorial::driver {

/// A run, and what it answered.
struct Ran {
  bool ended = true;  ///< within the time it was given
  int exit_code = 0;
  std::vector<std::string> lines;  ///< of standard output
  RunLog log;
};
using RunPlan = std::function<Ran(const Plan&)>;

/// What of a run is its answer: the exit code, 3 taken for 0, and those lines of standard output that runs of one schedule agree on.
class Comparison {
 public:
  /// Two runs of one schedule.
  Comparison(const Ran& first, const Ran& again);

  bool differs(const Ran& other) const;
  /// "the exit code and 2 lines of standard output".
  std::string text() const;
  /// What another run answered: "exit code 1", and the first line that differs.
  std::string answer(const Ran& ran, const Ran& beside) const;

 private:
  std::optional<std::size_t> different_line(const Ran& a, const Ran& b) const;

  Ran usual_;
  bool same_count_;
  std::vector<bool> stable_;
};

struct Found {
  Plan plan;
  Ran ran;
};

struct SearchResult {
  std::optional<Found> found;
  unsigned seed = 0;       ///< the first order of blocks and warps with another answer; 0: none
  unsigned runs = 0;       ///< until it was found, or in vain
  unsigned endless = 0;    ///< of these, runs that did not end in time
  unsigned shrinking = 0;  ///< runs that made the schedule shorter
  double seconds = 0;
};

/// `sites`: instructions that race. @return the schedule with the fewest waits that was found until `limit`
SearchResult search(const RunPlan& run, const Comparison& comparison, const std::vector<std::uint64_t>& sites,
                    std::chrono::milliseconds limit);

}  // namespace tutorial::driver
