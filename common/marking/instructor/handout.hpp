#pragma once

#include <filesystem>

namespace tutorial::instructor {

/// Copies the tutorial in `source` for learners: no solutions, no wrong answers, no hostile submissions, no
/// history. Only what belongs to the tutorial is taken, by name, so that marks and notes that lie about in it
/// do not leave the house.
/// @throws UsageError if `target` is in `source` or is not an empty folder;
/// std::filesystem::filesystem_error
void handout(const std::filesystem::path& source, const std::filesystem::path& target);

}  // namespace tutorial::instructor
