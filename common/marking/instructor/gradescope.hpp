#pragma once

#include <string>

#include "marking/instructor/result.hpp"

namespace tutorial::instructor {

/// When a learner may see what a part says: Gradescope's own words.
inline constexpr const char* visibilities[] = {"visible", "after_due_date", "after_published", "hidden"};

/// results.json for Gradescope: one test per part. Whether a file compiles is always visible, since a learner who
/// handed in the wrong file has to know; `visibility` is for the rest. The marker's own output is hidden.
std::string gradescope_json(const Result& result, const std::string& visibility);

}  // namespace tutorial::instructor
