#pragma once

#include <string>
#include <vector>

namespace tutorial::learner {

/// The program tutorial-exercise, with the exercises of this build: `exercise …`, and `translate`, for which it starts itself. Returns the
/// exit code.
int exercise_program(std::vector<std::string> arguments);

}  // namespace tutorial::learner
