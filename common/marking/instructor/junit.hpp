#pragma once

#include <string>
#include <vector>

#include "marking/instructor/result.hpp"

namespace tutorial::instructor {

/// The marks as JUnit XML: a suite an exercise, a case a part of each submission. A case passes with full
/// points only. What is missing or was not run has failed; nothing is ever skipped, since many readers count
/// a skipped case as passed.
std::string junit_xml(const std::vector<Result>& results);

}  // namespace tutorial::instructor
