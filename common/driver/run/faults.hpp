#pragma once

#include <string>
#include <vector>

#include "driver/run/session.hpp"

namespace tutorial::driver {

/// What was seen of one faulty variant.
struct Fault {
  const Program* program = nullptr;
  std::string variant;
  bool caught = false;  ///< a hazard, a wrong answer, or a failed launch
  std::string seen;     ///< "race-shared at 02_missing_barrier.cu:62 and 70", "wrong in 5 of 5 launches"
};

/// From a run of that variant alone.
Fault fault_from(const Result& result, const std::string& variant);

/// Runs the variants of each program, built for the lens, one by one. The results of the fixed ones are added to `mended`.
std::vector<Fault> run_faults(Session& session, const std::vector<const Program*>& programs,
                              std::vector<const Result*>& mended);

/// "8 of 10 faults caught", and a line for each.
std::string faults_text(const std::vector<Fault>& faults);

}  // namespace tutorial::driver
