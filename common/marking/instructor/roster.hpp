#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "marking/instructor/submissions.hpp"

namespace tutorial::instructor {

/// A table of the instructor's, CSV with titles: `student` or `id` (or both) say whose a row is, `exercise`, if there is one, for which; all
/// other columns go beside the marks as they are. Of `late`, a value other than nothing, no, false and 0 means that it was.
class Roster {
 public:
  /// @param exercises  the names of all
  /// @throws UsageError that says what is wrong with the file, and in which row
  Roster(const std::filesystem::path& file, const std::vector<std::string>& exercises);

  /// Gives a submission the columns of its row; empty ones if it has none.
  void give(Submission& submission);

  /// Whose rows there are.
  struct Learner {
    std::string student;
    std::string id;

    /// By which faults are drawn: the number, or the name where there is none.
    const std::string& key() const { return id.empty() ? student : id; }
    auto operator<=>(const Learner&) const = default;
  };

  /// Each learner once, with the folder that a handout makes: `grade` knows whose it is.
  std::vector<std::pair<Learner, std::string>> folders() const;

  /// Whose row the submission has.
  std::optional<Learner> learner_of(const Submission& submission) const;

  bool has_column(const std::string& title) const;

  /// Whose submissions had no row so far, and which rows no submission.
  std::vector<std::string> notes() const;

 private:
  using Place = std::tuple<std::string, std::string, std::string>;

  void read_titles(const std::vector<std::string>& row);
  void add(const std::vector<std::string>& row, std::size_t number,
           const std::vector<std::string>& exercises);
  std::size_t row_of(const Submission& submission) const;
  std::string cell(std::size_t row, const std::string& key) const;

  std::string name_;                         // of the file, for messages
  std::map<std::string, std::size_t> keys_;  // student, id, exercise: which column they are
  std::vector<std::size_t> others_;          // columns that are passed on
  std::vector<std::string> titles_;
  std::vector<std::vector<std::string>> rows_;
  std::map<Place, std::size_t> seen_;    // student, id, exercise: the row's number in the file
  std::map<Place, std::size_t> places_;  // student, id or folder, its value, exercise: in rows_, or none
  std::vector<bool> used_;
  std::vector<std::string> without_row_;
};

}  // namespace tutorial::instructor
