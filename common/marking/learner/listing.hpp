#pragma once

#include <string>

#include "marking/learner/course.hpp"
#include "marking/learner/workspace.hpp"
#include "support/layout.hpp"

namespace tutorial::learner {

/// How far the learner is with an exercise.
enum class Standing { not_started, begun, partly, solved };

/// `partly` is checked, without full points yet; `begun` has a file and no check.
Standing standing_of(const std::string& name, const State& state, const Workspace& workspace);

/// Every exercise by chapter, one line each: how far, minutes, level, title; and how many are solved.
std::string list_text(const Course& course, const State& state, const Workspace& workspace,
                      const Style& style);

/// The same as `[{chapter, name, title, teaches, minutes, level, builds_on, progress, points, of, checks,
/// hints}]`; progress is "not started", "begun", "partly" or "solved", points those of the best check, hints
/// those given.
std::string list_json(const Course& course, const State& state, const Workspace& workspace);

/// "10 min", "2 h 30 min".
std::string duration(int minutes);

}  // namespace tutorial::learner
