#pragma once

#include <string>
#include <vector>

#include "marking/instructor/result.hpp"

namespace tutorial::instructor {

/// summary.html: how the marks of each exercise are spread, what was got wrong most, who could not be graded. One file, without
/// scripts; it links the learners' reports beside it.
std::string class_page(const std::vector<Result>& results);

}  // namespace tutorial::instructor
