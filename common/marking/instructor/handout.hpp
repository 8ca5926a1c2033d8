#pragma once

#include <cstdint>
#include <filesystem>

#include "marking/instructor/marker.hpp"
#include "marking/instructor/roster.hpp"

namespace tutorial::instructor {

/// Copies the tutorial in `source` for learners: no solutions, no wrong answers, no hostile submissions, no
/// history. Only what belongs to the tutorial is taken, by name, so that marks and notes that lie about in it
/// do not leave the house.
/// @throws UsageError if `target` is in `source` or is not an empty folder;
/// std::filesystem::filesystem_error
void handout(const std::filesystem::path& source, const std::filesystem::path& target);

/// Makes a folder for each learner of the roster, with the bug hunts' starters in it. Which fault of its family each has follows from the seed,
/// the learner and the exercise; nothing in the folder says which.
/// @returns how many folders
/// @throws as handout()
std::size_t handout_faults(const std::filesystem::path& source, const std::filesystem::path& target,
                           const Roster& roster, std::uint64_t seed, const Marker& marker);

}  // namespace tutorial::instructor
