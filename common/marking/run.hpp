// Runs a compiled submission on the cases of its exercise and collects what comes back.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tutorial/exercise/check.hpp"
#include "wire.hpp"

namespace tutorial::marking {

struct RunResult {
  std::vector<wire::Record> records;  ///< those with the right token
  bool timed_out = false;
  int signal = 0;
  int code = 0;
  std::string out;  ///< what the submission printed, cut
  std::string err;  ///< and the simulator's words
};

RunResult run_submission(const std::filesystem::path& program, const exercise::Cases& cases, std::chrono::milliseconds limit);

}  // namespace tutorial::marking
