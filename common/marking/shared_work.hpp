// Whether many threads shared the work of a kernel, by the lens's counts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace tutorial::marking {

/// How many threads or blocks would make the accesses to global memory if they shared them evenly: the square of the bytes, divided by the
/// sum of each one's square. Those that do little count for little. `squares`: squares_of_threads or squares_of_blocks
double sharing(const nlohmann::json& report, const std::string& squares);
/// Of a required number, so many are enough: the last round of a loop is not for all.
constexpr double even_enough = 0.75;

/// Empty if they did. Otherwise a message that says what a few of them did alone. `words`: of the case's largest array.
/// `warp_operations`: as many for a request to global memory are allowed; nothing if the case is not counted, where only the threads that
/// wrote the results are
std::string why_not_shared(const nlohmann::json& report, double words, std::optional<double> warp_operations);

/// Empty if no thread has large arrays of its own.
std::string why_too_much_stack(const nlohmann::json& report);

}  // namespace tutorial::marking
