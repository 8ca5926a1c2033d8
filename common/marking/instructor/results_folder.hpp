#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marking/instructor/grade.hpp"
#include "marking/instructor/result.hpp"
#include "marking/instructor/similarity_page.hpp"

namespace tutorial::instructor {

/// The folder that a grading writes to, made if need be, and ours alone while this lives.
class ResultsFolder {
 public:
  /// @throws UsageError if the folder holds something else; Failure if another grading writes
  /// to it
  explicit ResultsFolder(const std::filesystem::path& folder);
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

 private:
  int lock_ = -1;
};

/// Writes summary.html, marks.csv, totals.csv, junit.xml, and a folder a submission with report.txt and results.json;
/// prints the table.
/// @param similarity  with an empty text if it was not asked for
/// @throws tutorial::OutputError
void write_results(const std::vector<Result>& results, const ResultsOptions& options,
                   const Similarity& similarity);

}  // namespace tutorial::instructor
