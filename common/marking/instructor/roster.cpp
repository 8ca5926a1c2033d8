#include "marking/instructor/roster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <stdexcept>

#include "marking/instructor/csv.hpp"
#include "marking/instructor/marks_table.hpp"
#include "marking/instructor/plain_text.hpp"
#include "support/files.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t no_column = static_cast<std::size_t>(-1);
constexpr std::array<const char*, 3> key_titles = {"student", "id", "exercise"};

std::string lower(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word;
}

/// "2 days" and "yes" are; "", "no", "0", "00:00:00" are not.
bool means_late(const std::string& value) {
  const std::string word = lower(text::trimmed(value));
  return word != "no" && word != "n" && word != "false" &&
         word.find_first_not_of("0:.,- ") != std::string::npos;
}

std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + ", …" : text;
}

}  // namespace

Roster::Roster(const fs::path& file, const std::vector<std::string>& exercises)
    : name_(text::quoted(file.string())) {
  if (!fs::is_regular_file(file) || !std::ifstream(file))
    throw UsageError(fmt::format("cannot read the roster {}", name_));
  std::vector<std::vector<std::string>> rows;
  try {
    rows = csv_rows(valid_utf8(read_text(file)));
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("the roster {} is no CSV: {}", name_, error.what()));
  }
  if (rows.empty()) throw UsageError(fmt::format("the roster {} is empty", name_));
  read_titles(rows.front());
  for (std::size_t i = 1; i < rows.size(); ++i) add(rows[i], i + 1, exercises);
  used_.resize(rows_.size());
  for (const auto& [learner, folder] : folders())
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (learner == Learner{cell(i, "student"), cell(i, "id")})
        places_.emplace(Place("folder", folder, cell(i, "exercise")), i);
}

void Roster::read_titles(const std::vector<std::string>& row) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::string title = one_line(text::trimmed(row[i]));
    const std::string key = lower(title);
    if (title.empty()) throw UsageError(fmt::format("the roster {}: column {} has no title", name_, i + 1));
    if (!seen.insert(key).second)
      throw UsageError(fmt::format("the roster {} has two columns {}", name_, title));
    if (std::find(key_titles.begin(), key_titles.end(), key) != key_titles.end()) {
      keys_[key] = i;
    } else if (key != late_title && is_title_of_marks(key)) {
      throw UsageError(fmt::format("the roster {}: marks.csv has a column {} of its own: call it otherwise",
                                   name_, title));
    } else {
      others_.push_back(i);
    }
    titles_.push_back(key == late_title ? key : title);
  }
  if (keys_.count("student") == 0 && keys_.count("id") == 0)
    throw UsageError(fmt::format("the roster {} has no column student or id in its first line", name_));
}

void Roster::add(const std::vector<std::string>& row, std::size_t number,
                 const std::vector<std::string>& exercises) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("the roster {}, row {}: {}", name_, number, why));
  };
  if (row.size() != titles_.size())
    refuse(fmt::format("{}, but there are {} titles", counted(row.size(), "cell"), titles_.size()));
  std::map<std::string, std::string> key;
  for (const auto& [title, column] : keys_) key[title] = one_line(text::trimmed(row[column]));
  if (key["student"].empty() && key["id"].empty()) refuse("no student");
  if (!key["exercise"].empty() &&
      std::find(exercises.begin(), exercises.end(), key["exercise"]) == exercises.end())
    refuse(fmt::format("there is no exercise {}", text::quoted(key["exercise"])));
  const auto [same, is_first] = seen_.emplace(Place(key["student"], key["id"], key["exercise"]), number);
  if (!is_first) refuse(fmt::format("it is of the same student as row {}", same->second));
  for (const char* title : {"student", "id"}) {
    if (key[title].empty()) continue;
    const auto [at, is_new] = places_.emplace(Place(title, key[title], key["exercise"]), rows_.size());
    if (!is_new) at->second = no_column;  // two students of one name: their numbers tell
  }
  rows_.push_back(row);
}

std::size_t Roster::row_of(const Submission& submission) const {
  for (const auto& [title, value] : {std::pair("id", submission.id), std::pair("student", submission.student),
                                     std::pair("folder", submission.student)}) {
    for (const std::string& exercise : {submission.exercise, std::string()}) {
      const auto at = places_.find(Place(title, value, exercise));
      if (at != places_.end() && at->second != no_column) return at->second;
    }
  }
  return no_column;
}

/// "" if there is no such column.
std::string Roster::cell(std::size_t row, const std::string& key) const {
  const auto column = keys_.find(key);
  return column == keys_.end() ? "" : one_line(text::trimmed(rows_[row][column->second]));
}

std::vector<std::pair<Roster::Learner, std::string>> Roster::folders() const {
  std::set<Learner> learners;
  for (std::size_t i = 0; i < rows_.size(); ++i) learners.insert({cell(i, "student"), cell(i, "id")});
  std::vector<std::pair<Learner, std::string>> all;
  std::set<std::string> taken;
  for (const Learner& learner : learners) {
    const bool has_name = !learner.student.empty();
    all.emplace_back(learner,
                     folder_name(has_name ? learner.student : learner.id, has_name ? learner.id : "", taken));
  }
  return all;
}

std::optional<Roster::Learner> Roster::learner_of(const Submission& submission) const {
  const std::size_t row = row_of(submission);
  if (row == no_column) return std::nullopt;
  return Learner{cell(row, "student"), cell(row, "id")};
}

bool Roster::has_column(const std::string& title) const {
  return std::any_of(titles_.begin(), titles_.end(),
                     [&](const std::string& each) { return lower(each) == title; });
}

void Roster::give(Submission& submission) {
  const std::size_t row = row_of(submission);
  if (row != no_column) used_[row] = true;
  if (row == no_column && (without_row_.empty() || without_row_.back() != submission.student))
    without_row_.push_back(submission.student);
  if (row != no_column && submission.id.empty() && cell(row, "student") != submission.student) {
    // Found by the folder of a handout.
    submission.id = cell(row, "id");
    if (const std::string name = cell(row, "student"); !name.empty()) submission.student = name;
  }
  submission.columns.clear();
  for (const std::size_t column : others_) {
    const std::string value = row == no_column ? "" : rows_[row][column];
    submission.columns.emplace_back(titles_[column], value);
    if (titles_[column] == late_title && !value.empty()) submission.late = means_late(value);
  }
}

std::vector<std::string> Roster::notes() const {
  std::vector<std::string> notes;
  if (!without_row_.empty())
    notes.push_back(fmt::format("the roster {} has no row for {}", name_, first_of(without_row_)));
  std::vector<std::string> left;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (used_[i]) continue;
    left.push_back(cell(i, keys_.count("student") > 0 ? "student" : "id"));
  }
  if (!left.empty())
    notes.push_back(fmt::format("the roster {} has rows without a submission: {}", name_, first_of(left)));
  return notes;
}

}  // namespace tutorial::instructor
