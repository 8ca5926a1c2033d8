// What a failing submission did, step by step, up to where it goes wrong.
#pragma once

#include <optional>
#include <string>

#include "marking/mark.hpp"

namespace tutorial::marking {

/// The first case that fails, run again with its steps recorded (docs/pages/steps.md): of each kernel one block, that in which the first
/// wrong value is stored, or that of the first hazard. `opens` says at which step. Nothing where no kernel was recorded.
/// @param mark what the submission got: its first finding becomes the note of the recording
std::optional<std::string> failing_steps(const Exercise& exercise, const std::filesystem::path& submission,
                                         const Mark& mark, const MarkOptions& options);

/// Where such a recording opens, for a reader: "step 13, where the first wrong value is stored". "" where it opens before the first step.
std::string opening_text(const std::string& steps);

/// Has the driver make a page of it. @throws std::runtime_error where it cannot
void write_steps_page(const std::string& steps, const std::filesystem::path& page);

}  // namespace tutorial::marking
