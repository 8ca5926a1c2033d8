// A run's schedule and its log: the files of LENS_SCHEDULE (sim/lens/trace/schedule.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tutorial::driver {

/// A thread before an access.
struct Moment {
  std::uint64_t launch = 0;
  std::uint64_t block = 0;  ///< linear index
  unsigned thread = 0;      ///< in its block
  unsigned site = 0;        ///< index in Plan::sites
  unsigned occurrence = 0;  ///< how often the thread has come there, counted from 1

  auto operator<=>(const Moment&) const = default;
};

struct Plan {
  unsigned seed = 0;                      ///< of the order of blocks and warps; 0: their own
  std::vector<std::uint64_t> sites = {};  ///< instructions before which threads may wait
  std::vector<Moment> holds = {};         ///< they wait
  std::vector<Moment> marks = {};         ///< they do not, but are reported
  std::uint64_t chance = 0;               ///< seed of those that wait by chance
  unsigned per_mille = 0;                 ///< how many do
};

struct Site {
  std::uint64_t offset = 0;
  int line = 0;
  std::string file;
};

struct Size {
  unsigned x = 1, y = 1, z = 1;
};

struct LaunchSize {
  Size grid, block;
};

struct Step {
  std::uint64_t launch = 0;
  std::uint64_t block = 0;
  unsigned thread = 0;
  std::string kind;  ///< wait, read, write, atomic
  std::uint64_t address = 0;
  unsigned bytes = 0;
  std::uint64_t before = 0, after = 0;
  int line = 0;
  std::string file;
};

struct RunLog {
  std::map<std::uint64_t, LaunchSize> launches;
  std::vector<Site> sites;
  std::vector<Moment> held;
  std::vector<Step> steps;
};

std::string plan_text(const Plan& plan, const std::string& log);
RunLog read_log(const std::string& text);

}  // namespace tutorial::driver
