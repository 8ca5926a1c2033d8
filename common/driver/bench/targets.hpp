#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "driver/data/results_file.hpp"

namespace tutorial::driver {

/// Which rows are selected. Shell patterns, alternatives separated by bars; an empty one matches all. "{size}" and "{type}" are those of the goal.
struct Selector {
  std::string name;  ///< how the table says it; empty: program and variant of the row that was found
  std::string chapter;
  std::string ladder;
  std::string program;
  std::string variant;
  std::string size = "{size}";
  std::string type = "{type}";
  std::string arguments;

  bool empty() const { return chapter.empty() && ladder.empty() && program.empty() && variant.empty(); }
};

/// One condition on the fastest right row of ours.
struct Target {
  enum class Of {
    ceiling,     ///< its part of the device's ceiling
    row,         ///< its throughput over that of the row `reference`
    peer_speed,  ///< how many times as fast as the peer
    peer_time,   ///< its time as a part of the peer's
    rate,        ///< its throughput, in `unit`
    seconds      ///< its time
  } of = Of::ceiling;
  std::string unit;
  double bound = 0;
  bool at_most = false;  ///< else at least

  std::string text(const std::string& peer, const std::string& reference) const;  ///< "≥ 99 % of the ceiling"
};

/// A line of the table: some work at one size.
struct Goal {
  std::string work;
  std::string size;
  std::string type;
  Selector ours;
  Selector
      peer;  ///< a row of a program of ours, or of the peers.json beside the results; empty: none, only its name is shown
  Selector reference;  ///< what Target::Of::row is measured by, such as a copy of that size
  std::vector<Target> targets;
  std::string derivation;  ///< what the bounds follow from
  std::string limit;       ///< where it is proved that the target is out of reach; or empty
};

/// What became of it.
struct Verdict {
  const Row* ours = nullptr;
  const Row* peer = nullptr;
  const Row* reference = nullptr;
  std::vector<double> reached;  ///< one a target
  enum class State { met, not_met, limit, missing } state = State::missing;
  bool tie = false;  ///< met, and no more than a tie with the peer
  std::string text;  ///< "met", "met: a tie with the peer", "not met: 3.1 % short", "missing: no row of …"
};

/// Reads the list of targets; docs/results/README.md says what is in it. @throws Failure where it is malformed
std::vector<Goal> read_goals(const std::filesystem::path& file);

/// Holds a goal against results. The verdict points into them.
Verdict judge(const Manifest& manifest, const Results& results, const Goal& goal);

/// A few lines per goal; `markdown`: the table, as a page has it.
std::string goals_text(const std::vector<Goal>& goals, const std::vector<Verdict>& verdicts, bool markdown);

/// `bench --targets`: prints the table of a results file. Nothing is run.
/// @return exit_wrong where a target is not met and no proof of its limit is named; programs that do not exist are no errors
int targets(const Manifest& manifest, const std::filesystem::path& list, const std::filesystem::path& results,
            bool markdown);

}  // namespace tutorial::driver
