#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "marking/instructor/result.hpp"

/// The marks of a course for people and spreadsheets.
namespace tutorial::instructor {

/// For the terminal. One exercise: a row a submission, with its parts and the first thing to say. Several: a
/// row a student, with the points of each exercise and their sum.
std::string marks_table(const std::vector<Result>& results, std::size_t columns);

/// "12 submissions: 5 with full points, 1 could not be graded; mean 71.2 of 100".
std::string marks_summary(const std::vector<Result>& results);

/// marks.csv: one row per submission. A submission that could not be graded has no points. The roster's columns follow marks.csv's own.
std::string marks_csv(const std::vector<Result>& results);

/// Whether this is the title of one of marks.csv's own columns, which do not come from a roster.
bool is_title_of_marks(const std::string& title);

/// totals.csv: a row a student, a column an exercise, and their sum; no sum where something could not be
/// marked.
std::string totals_csv(const std::vector<Result>& results);

}  // namespace tutorial::instructor
