#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "marking/exercise.hpp"
#include "marking/hints/question.hpp"
#include "marking/mark.hpp"

namespace tutorial::learner {

/// The exercises in the order learners take them, and what marks them: the engine, or a test's own.
struct Course {
  std::vector<marking::Exercise> exercises;
  std::function<marking::Mark(const marking::Exercise&, const std::filesystem::path& submission, bool on_gpu)>
      mark;
  /// For what does not have full points: a question that leads to what it lacks. Takes seconds.
  std::function<std::optional<marking::Question>(
      const marking::Exercise&, const std::filesystem::path& submission, const marking::Mark&)>
      ask = {};

  /// Writes a page that steps through what failed. Says where it opens; nothing where there is nothing to step through.
  std::function<std::optional<std::string>(const marking::Exercise&, const std::filesystem::path& submission,
                                           const marking::Mark&, const std::filesystem::path& page)>
      write_steps = {};

  std::vector<std::string> names() const;

  /// The exercise of that name. Also NAME.cu, and paths to the learner's file in `folder` or to the
  /// exercise's folder, as a shell completes them. @throws UsageError with the nearest names
  const marking::Exercise& find(const std::string& word, const std::filesystem::path& folder) const;
};

/// What the learner begins with, and what solves it. @throws Failure where exercise.cu is missing or
/// out of order
std::string starter(const marking::Exercise& exercise);
std::string solution(const marking::Exercise& exercise);

/// The texts below the headings "## Hint 1", "## Hint 2" … of hints.md; none if there is no such file.
std::vector<std::string> hints(const marking::Exercise& exercise);

}  // namespace tutorial::learner
