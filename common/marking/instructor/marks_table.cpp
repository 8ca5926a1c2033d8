#include "marking/instructor/marks_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "marking/instructor/csv.hpp"
#include "marking/instructor/plain_text.hpp"
#include "support/layout.hpp"
#include "support/table.hpp"
#include "support/text.hpp"

namespace tutorial::instructor {
namespace {

constexpr const char* unmarked = "?";
constexpr const char* predicted_title = "predicted";  // how many times as fast as the starter

std::string shown_name(const Submission& submission) {
  return submission.student + (submission.late ? " (late)" : "");
}

/// The results of one student, by exercise.
struct StudentRow {
  const Submission* submission;
  std::map<std::string, const Result*> by_exercise;
};

std::vector<StudentRow> by_student(const std::vector<Result>& results) {
  std::vector<StudentRow> rows;
  std::map<std::string, std::size_t> row_of;
  for (const Result& result : results) {
    const auto [at, is_new] = row_of.emplace(result.submission.slug, rows.size());
    if (is_new) rows.push_back({&result.submission, {}});
    rows[at->second].by_exercise[result.submission.exercise] = &result;
  }
  return rows;
}

std::string points_or(const Result* result, const std::string& otherwise) {
  return result && result->mark ? marking::points_text(result->mark->points()) : otherwise;
}

/// "" if one of the results is missing.
std::string total_or(const StudentRow& row, const std::vector<std::string>& exercises,
                     const std::string& otherwise) {
  double total = 0;
  for (const std::string& exercise : exercises) {
    const auto at = row.by_exercise.find(exercise);
    if (at == row.by_exercise.end() || !at->second->mark) return otherwise;
    total += at->second->mark->points();
  }
  return marking::points_text(total);
}

/// As the starter, predicted: "3.10".
std::string times_as_fast(const Result& result, const std::string& otherwise) {
  return result.mark && result.mark->times_as_fast ? fmt::format("{:.2f}", *result.mark->times_as_fast)
                                                   : otherwise;
}

/// The fastest first, and after them those without a prediction; otherwise in the same order.
std::vector<Result> ranked(std::vector<Result> results) {
  const auto times = [](const Result& result) {
    return result.mark ? result.mark->times_as_fast.value_or(0) : 0;
  };
  std::stable_sort(results.begin(), results.end(),
                   [&](const Result& a, const Result& b) { return times(a) > times(b); });
  return results;
}

std::string table_of_parts(const std::vector<Result>& as_given, std::size_t columns) {
  const std::vector<Result> results = ranked(as_given);
  const bool predicted = results.size() > 0 && times_as_fast(results.front(), "") != "";
  std::vector<Column> table = {{.title = "student"}, {.title = "points", .right = true}};
  for (const Part part : marking::parts) table.push_back({.title = name_of(part), .right = true});
  if (predicted) table.push_back({.title = predicted_title, .right = true});
  table.push_back({.title = "what to say first"});
  constexpr std::size_t widest_name = 30;
  std::size_t name_width = table[0].title.size();
  for (const Result& result : results) {
    const std::string name = cut(shown_name(result.submission), widest_name);
    table[0].cells.push_back(name);
    name_width = std::max(name_width, text::width(name));
    table[1].cells.push_back(points_or(&result, unmarked));
    for (std::size_t i = 0; i < 4; ++i) {
      const bool there = result.mark && i < result.mark->parts.size();
      table[2 + i].cells.push_back(there ? marking::points_text(result.mark->parts[i].points) : unmarked);
    }
    if (predicted) table[6].cells.push_back(times_as_fast(result, "-"));
  }
  const std::size_t taken =
      name_width + sizeof "  points  compiles  right  safe  good  " + (predicted ? sizeof "predicted " : 0);
  const std::size_t left = columns > taken + 20 ? columns - taken : 20;
  for (const Result& result : results) table.back().cells.push_back(cut(headline(result), left));
  return aligned_table(table);
}

std::string table_of_exercises(const std::vector<Result>& results,
                               const std::vector<std::string>& exercises) {
  std::vector<Column> table = {{.title = "student"}};
  for (const std::string& exercise : exercises) table.push_back({.title = exercise, .right = true});
  table.push_back({.title = "total", .right = true});
  for (const StudentRow& row : by_student(results)) {
    table.front().cells.push_back(shown_name(*row.submission));
    for (std::size_t i = 0; i < exercises.size(); ++i) {
      const auto at = row.by_exercise.find(exercises[i]);
      table[1 + i].cells.push_back(points_or(at == row.by_exercise.end() ? nullptr : at->second, unmarked));
    }
    table.back().cells.push_back(total_or(row, exercises, unmarked));
  }
  return aligned_table(table);
}

/// Of all submissions alike, since one table gave them.
std::vector<std::string> titles_of_columns(const std::vector<Result>& results) {
  std::vector<std::string> titles;
  if (results.empty()) return titles;
  for (const auto& [title, value] : results.front().submission.columns)
    if (title != late_title) titles.push_back(title);
  return titles;
}

const std::vector<std::string>& titles_of_marks() {
  static const std::vector<std::string> titles = {"student",       "id",    "exercise", "points", "of",
                                                  "compiles",      "right", "safe",     "good",   late_title,
                                                  predicted_title, "says",  "file"};
  return titles;
}

}  // namespace

std::string marks_table(const std::vector<Result>& results, std::size_t columns) {
  const auto exercises = exercises_of(results);
  return exercises.size() > 1 ? table_of_exercises(results, exercises) : table_of_parts(results, columns);
}

std::string marks_summary(const std::vector<Result>& results) {
  std::size_t full = 0;
  std::size_t failed = 0;
  std::size_t missing = 0;  // would make the mean one of who handed in, not of how well
  double points = 0;
  double of = 0;
  for (const Result& result : results) {
    missing += result.submission.file.empty();
    if (result.submission.file.empty()) continue;
    full += result.full();
    failed += !result.mark;
    points += result.mark ? result.mark->points() : 0;
    of += result.mark ? result.mark->of() : 0;
  }
  const std::size_t submitted = results.size() - missing;
  std::string text = fmt::format("{}: {} with full points", counted(submitted, "submission"), full);
  if (missing > 0) text += fmt::format(", {} not handed in", missing);
  if (failed > 0) text += fmt::format(", {} could not be graded", failed);
  const std::size_t marked = submitted - failed;
  if (marked > 0) {
    text += fmt::format("; mean {} of {}", marking::points_text(points / static_cast<double>(marked)),
                        marking::points_text(of / static_cast<double>(marked)));
  }
  return text + "\n";
}

bool is_title_of_marks(const std::string& title) {
  return std::find(titles_of_marks().begin(), titles_of_marks().end(), title) != titles_of_marks().end();
}

std::string marks_csv(const std::vector<Result>& results) {
  const std::vector<std::string> more = titles_of_columns(results);
  std::vector<std::string> titles = titles_of_marks();
  titles.insert(titles.end(), more.begin(), more.end());
  std::string csv = csv_line(titles);
  for (const Result& result : results) {
    const Submission& submission = result.submission;
    std::vector<std::string> cells = {submission.student, submission.id, submission.exercise,
                                      points_or(&result, ""),
                                      result.mark ? marking::points_text(result.mark->of()) : ""};
    for (std::size_t i = 0; i < 4; ++i) {
      const bool there = result.mark && i < result.mark->parts.size();
      cells.push_back(there ? marking::points_text(result.mark->parts[i].points) : "");
    }
    cells.insert(cells.end(), {late_text(submission), times_as_fast(result, ""), headline(result),
                               submission.file.string()});
    for (const std::string& title : more) cells.push_back(column_of(submission, title));
    csv += csv_line(cells);
  }
  return csv;
}

std::string totals_csv(const std::vector<Result>& results) {
  const auto exercises = exercises_of(results);
  std::vector<std::string> titles = {"student", "id"};
  titles.insert(titles.end(), exercises.begin(), exercises.end());
  titles.push_back("total");
  std::string csv = csv_line(titles);
  for (const StudentRow& row : by_student(results)) {
    std::vector<std::string> cells = {row.submission->student, row.submission->id};
    for (const std::string& exercise : exercises) {
      const auto at = row.by_exercise.find(exercise);
      cells.push_back(points_or(at == row.by_exercise.end() ? nullptr : at->second, ""));
    }
    cells.push_back(total_or(row, exercises, ""));
    csv += csv_line(cells);
  }
  return csv;
}

}  // namespace tutorial::instructor
