// Whether what came back of a submission's process is what the marker's own code in it writes, and nothing else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "marking/run_submission.hpp"

namespace tutorial::marking {

/// Empty if each record that a run to its end makes is there, once, in its place and readable, and the process ended as it should.
/// Else what is wrong, for people. For runs in which no call failed.
std::string fault_of_records(const RunResult& run, const exercise::Cases& cases);

/// Empty if the results of each case were made by kernels: what they hold was not copied there, the inputs were not read back, and host
/// code did not do the work. Else what was not, for people.
std::string fault_of_work(const RunResult& run, const exercise::Cases& cases);

/// Whether the task is to copy to the host: values are compared then, not who has written them.
bool is_copying_the_task(const RunResult& run);
/// Whether the submission was told how many SMs the GPU has.
bool asks_for_multiprocessors(const RunResult& run);

/// The names of the lens's counters in its report: of a source line's accesses, and of a whole kernel.
extern const std::vector<std::string> counters_of_accesses;
extern const std::vector<std::string> counters_of_kernels;

/// What the lens reports in a record of the run; null if it cannot be read, or lacks something that marks are made of.
/// It lives as long as the run.
const nlohmann::json* lens_report(const RunResult& run, const wire::Record& record);

}  // namespace tutorial::marking
