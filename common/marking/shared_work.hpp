// Whether many threads shared the work of a kernel, by the lens's counts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "marking/exercise.hpp"

namespace tutorial::marking {

/// How many threads or blocks would make the accesses to global memory if they shared them evenly: of one launch, the square of the bytes,
/// divided by the sum of each one's square, so that those that do little count for little; of several, the lower quartile by their bytes, so
/// that a large launch does not make up for one of few threads.
/// `of`: threads or blocks
double sharing(const nlohmann::json& report, const std::string& of);
/// Of a required number, so many are enough: the last round of a loop is not for all.
constexpr double even_enough = 0.75;

/// Of the largest result: a case of so many is for several blocks, counted or not.
constexpr double words_of_many_blocks = 16384;

/// Empty if the results were written by enough threads. Otherwise a message.
std::string why_few_writers(const nlohmann::json& report);

/// Empty if several blocks shared the accesses to global memory. `words`: of the case's largest array.
std::string why_one_block(const nlohmann::json& report, double words);

/// Empty only if many threads shared the work of a counted case, in memory of the device. `words`: of the case's largest array.
std::string why_not_shared(const nlohmann::json& report, double words, const SharedWork& work);

/// Empty if no thread has large arrays of its own.
std::string why_too_much_stack(const nlohmann::json& report);

}  // namespace tutorial::marking
