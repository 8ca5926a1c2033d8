#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "marking/instructor/submissions.hpp"
#include "marking/mark.hpp"

namespace tutorial::instructor {

using marking::Finding;
using marking::Mark;
using marking::name_of;
using marking::Part;
using marking::PartMark;

/// The folder of the results that has a folder for each student.
inline constexpr const char* submissions_name = "submissions";

/// What became of one submission.
struct Result {
  Submission submission;
  std::optional<Mark> mark = {};  ///< nothing where the marking itself failed, or has not been done
  std::string failure = {};       ///< then: why
  double seconds = 0;             ///< that the marking took

  bool full() const { return mark && mark->full(); }
};

/// The zero of a submission that cannot be marked: its problem is what the first part says, the others are
/// not reached.
Mark refused(const std::string& exercise, const std::vector<PartMark>& full, const std::string& problem);

/// What the mark of a part says: its findings, a line each; why it was not reached.
std::string says(const PartMark& part);

/// The first thing to say about a submission, on one line; "" if it has full points.
std::string headline(const Result& result);

/// Back from marking::to_json. @throws nlohmann::json::exception
Mark mark_from_json(const nlohmann::json& json);

/// The exercises of these results, in the order of their first appearance.
std::vector<std::string> exercises_of(const std::vector<Result>& results);

/// Where a submission's report is, within the folder of the results.
std::string results_path(const Submission& submission);

/// "guard_tail.cu:12: …" or the text alone.
std::string finding_text(const Finding& finding);

}  // namespace tutorial::instructor
