#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "marking/learner/course.hpp"
#include "marking/learner/workspace.hpp"
#include "support/layout.hpp"

namespace tutorial::learner {

/// What a command says, and the exit code of the program.
struct Answer {
  std::string text;
  int code = 0;
};

/// A page of steps, and where it opens; both empty where no kernel has run.
struct StepsPage {
  std::string file;
  std::string opens;
};

/// The commands of `./tutorial exercise …`. An empty name means the exercise worked on last.
/// All throw UsageError for what there is not, OutputError where the learner's folder cannot be
/// written.
class Commands {
 public:
  Commands(Course course, std::filesystem::path folder, const Style& style);

  Answer list();
  std::string list_json();
  Answer start(const std::string& name);

  /// Exit code 0: full points; 3: right, but not safe; 1: anything else.
  /// @param on_gpu  on this machine's GPU too: it must be right there, and is timed beside the solution
  /// @param taken   gets the mark
  Answer check(const std::string& name, bool on_gpu = false, std::optional<marking::Mark>* taken = nullptr);

  /// Writes NAME.steps.html beside the file, which has this mark.
  StepsPage write_steps(const std::string& name, const marking::Mark& mark);

  /// A question about the file, which has this mark; none where no small change would make it right.
  std::optional<marking::Question> ask(const std::string& name, const marking::Mark& mark);

  /// Checks now and after each save, until Ctrl-C: exit code 0. Requires a live SignalsToChild. `say` gets each
  /// report.
  /// @throws Interrupted by another signal
  int watch(const std::string& name, const std::function<void(const std::string&)>& say);

  /// One hint more than the last time; all of them again when none is left.
  Answer hint(const std::string& name);

  Answer reset(const std::string& name);

  /// The source that solves it: at once where it is solved, else at the second time of asking.
  Answer solution(const std::string& name);

  /// The next unsolved one after the one worked on last. Starts nothing.
  Answer next();

  /// What went wrong beside what was asked for: sentences for standard error.
  std::vector<std::string> notes();

 private:
  const marking::Exercise& find(const std::string& name);
  const marking::Exercise& begun(const std::string& name);
  Answer check(const marking::Exercise& exercise, bool on_gpu, std::optional<marking::Mark>* taken);
  bool remember(const std::string& name, const std::function<void(ExerciseState&)>& change);
  ExerciseState remembered(const std::string& name);
  std::string how_to_begin(const marking::Exercise& exercise) const;

  Course course_;
  Workspace workspace_;
  Style style_;
  std::vector<std::string> notes_;
};

}  // namespace tutorial::learner
