#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marking/learner/course.hpp"

namespace tutorial::learner {

/// `tutorial exercise …`: list, start, check, watch, hint, reset, solution, next. Returns the exit code; what
/// goes wrong is reported in one line on standard error. A signal that ends it ends the process as if it had not been
/// caught.
/// @param arguments  the words after `exercise`
/// @param folder     the learner's, where --folder names no other
int exercise_command(std::vector<std::string> arguments, const Course& course,
                     const std::filesystem::path& folder);

}  // namespace tutorial::learner
