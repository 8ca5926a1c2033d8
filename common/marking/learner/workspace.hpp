#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "marking/learner/exercise_state.hpp"

namespace tutorial::learner {

/// The learner's folder: NAME.cu for each exercise that was started, the state in .progress.json, and in
/// .backup all that would else have been lost. Files are written whole or not at all; commands that run at
/// the same time wait for each other.
class Workspace {
 public:
  /// @param folder  need not exist yet: the first file makes it
  explicit Workspace(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }

  /// folder/NAME.cu, whether it is there or not.
  std::filesystem::path file(const std::string& name) const;

  /// Makes NAME.cu. False, and nothing is done, where it is there already. @throws OutputError
  bool create(const std::string& name, const std::string& content);

  /// Puts `content` in the place of NAME.cu. Returns where the old one is now: .backup/NAME.1.cu, .2 …;
  /// nothing where there was none, or where it had that content already. @throws OutputError; NAME.cu is then
  /// as it was
  std::optional<std::filesystem::path> replace(const std::string& name, const std::string& content);

  /// What is remembered. A broken state is moved to .backup and said in notes(), and what is returned is
  /// empty. One that cannot be read is said, too, and left alone.
  State state();

  /// Changes what is remembered of an exercise, touched now. @throws OutputError; it is then as it was
  void update(const std::string& name, const std::function<void(ExerciseState&)>& change);

  /// The exercise worked on last: whose file was saved last, or that was named last in a command; "" if none.
  std::string last_worked_on(const std::vector<std::string>& names);

  /// What the user has to hear: sentences, each once.
  std::vector<std::string> notes();

 private:
  class Lock;

  void make_folder(const std::filesystem::path& folder) const;
  std::filesystem::path state_file() const;
  State read_state(bool to_be_written);
  std::filesystem::path set_aside(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  std::vector<std::string> notes_;
};

}  // namespace tutorial::learner
