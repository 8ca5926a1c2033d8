// Runs a compiled submission on the cases of its exercise and collects what comes back.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "marking/sandbox/sandbox.hpp"
#include "support/wire.hpp"
#include "tutorial/exercise/check.hpp"

namespace tutorial::marking {

/// The lens's reports by their text. Each is looked at several times, and parsed once.
using ParsedReports = std::map<std::string, std::shared_ptr<const nlohmann::json>>;

struct RunResult {
  std::vector<wire::Record> records;  ///< those with the right token
  bool records_are_whole = true;      ///< nothing else came back
  bool has_lens = true;               ///< false on a GPU, where each case has a time instead
  Outcome outcome;                    ///< how the process ended, and what it and the simulator printed
  mutable ParsedReports parsed = {};  ///< of lens_report()

  /// @param bytes  all that came back
  void take(const wire::Token& token, std::string_view bytes);
};

RunResult run_submission(const std::filesystem::path& program, const exercise::Cases& cases,
                         std::chrono::milliseconds limit);

/// The same, but blocks begin in another order, the warps of a block take turns in another one, and the lanes of a warp from the last to the
/// first. Before an atomic store, and after a look at a word that others may change, all other threads run.
/// @param on_small_gpu  of four SMs; otherwise on the same GPU as the first run
/// @param stop  ends the run early, whose result then means nothing
RunResult run_in_other_order(const std::filesystem::path& program, const exercise::Cases& cases,
                             std::chrono::milliseconds limit, std::uint64_t seed, bool on_small_gpu,
                             std::stop_token stop = {});

/// Two more runs of the same cases.
struct SharedLoadRuns {
  RunResult others;  ///< on the data of others of these sizes
  RunResult
      replaced;  ///< on the cases' own, but what a thread loads from shared memory, where another thread has stored it, is the other run's
};
SharedLoadRuns run_with_shared_loads_of(const exercise::Cases& others, const std::filesystem::path& program,
                                        const exercise::Cases& cases, std::chrono::milliseconds limit);

/// The same, but the host gets other values than kernels have written, by copies and by its own loads.
RunResult run_with_other_values(const std::filesystem::path& program, const exercise::Cases& cases,
                                std::chrono::milliseconds limit);

/// The same, and the steps of every block of each kernel's first launch come back, of some dozens at most: a record of its own for each case.
RunResult run_recorded(const std::filesystem::path& program, const exercise::Cases& cases,
                       std::chrono::milliseconds limit);

/// The same sandbox, but only a sample of each grid's blocks runs, and the lens counts what predictions need. No arrays come back.
/// @param multiprocessors  number of SMs of the device that host code sees
RunResult run_sampled(const std::filesystem::path& program, const exercise::Cases& cases,
                      std::chrono::milliseconds limit, int multiprocessors);

}  // namespace tutorial::marking
