// Turns a submission's results into marks and messages. Nothing is run here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "marking/mark.hpp"
#include "marking/run_submission.hpp"

namespace tutorial::marking {

/// The compiler's first error, and what it usually means. `source`: the submission's file name.
std::vector<Finding> explain_compiler(const std::string& messages, const std::string& source);

/// The same for `compiler`, "nvcc". Empty if there is no error in its messages.
std::vector<Finding> errors_of(const std::string& compiler, const std::string& messages,
                               const std::string& source);

/// The first element that differs from the expected one.
struct WrongValue {
  std::size_t of = 0;  ///< the case
  std::string array;
  std::int64_t byte = 0;  ///< its offset in the array
};
/// Nothing where all that came back is right, or where a case did not come back.
std::optional<WrongValue> first_wrong(const RunResult& run, const exercise::Cases& cases);

/// Nothing if no counted case is right. Else the name of the first that is.
std::optional<std::string> first_right_counted(const RunResult& run, const exercise::Cases& cases);

/// The name of the first counted case whose results hardly depend on what threads load from shared memory. Nothing if there is none.
/// @param first  was right
/// @param runs  of the counted cases
std::optional<std::string> first_independent(const RunResult& first, const exercise::Cases& cases,
                                             const SharedLoadRuns& runs, Carries carries);

/// Empty if every case is right.
std::vector<Finding> judge_right(const RunResult& run, const exercise::Cases& cases);

/// The lens's hazards. @throws ExerciseError
std::vector<Finding> judge_safe(const RunResult& run, const exercise::Cases& cases);

/// What each contract item that is not met costs is its share of the points; findings come in the contract's order.
struct Technique {
  std::vector<Finding> findings;
  std::size_t met = 0;
  std::size_t earned = 0;  ///< of the met, those that the starter does not keep
  std::size_t broken = 0;  ///< kept by the starter, and not by the submission
};
/// What further runs of the same program say.
struct FurtherRuns {
  /// Blocks, warps and lanes in another order: who waits for others may wait there only.
  const RunResult* other_order = nullptr;
  /// Why the items that ask whether shared memory carries values are not met, whatever is counted; empty: nothing is known.
  std::string for_show = {};
};
Technique judge_good(const RunResult& run, const exercise::Cases& cases,
                     const std::vector<ContractItem>& contract, const SharedWork& work = {},
                     const FurtherRuns& further = {});

}  // namespace tutorial::marking
