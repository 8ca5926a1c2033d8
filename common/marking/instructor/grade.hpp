#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "marking/instructor/grading.hpp"
#include "marking/instructor/marker.hpp"

namespace tutorial::instructor {

/// What is written of the results, and where.
struct ResultsOptions {
  std::filesystem::path output;        ///< folder of the results
  std::string json = {};               ///< all results as JSON; - is standard output; "" is nowhere
  std::string visibility = "visible";  ///< for learners on Gradescope
  std::filesystem::path roster = {};   ///< columns that go beside the marks; empty: none
  std::optional<std::uint64_t> seed_per_student =
      {};  ///< with a roster: the column `fault` says what each learner had been handed out by this seed
};

struct GradeOptions {
  std::filesystem::path folder;
  std::vector<std::string> exercises = {};  ///< to mark; empty: those that files are called after
  int jobs = 0;                             ///< at a time; 0: one a core
  Shard shard = {};
  std::optional<std::uint64_t> seed =
      {};  ///< of the inputs; nothing: that of the results which are there, else a random one
  bool similarity = false;
  std::chrono::milliseconds limit =
      std::chrono::minutes(10);  ///< for one submission: what limits the marker itself
  ResultsOptions results;
};

/// Marks the submissions in a folder that the results' store does not have, and writes the results.
/// @returns the exit code: 0 if all could be marked, whatever their marks; else 1
/// @throws UsageError, Failure, tutorial::OutputError, tutorial::Interrupted
int grade(const GradeOptions& options, const Marker& marker);

/// Joins the results of the shards of a grading.
/// @returns 0, or 1 if a shard or a mark is missing: the results then have those submissions as not marked
/// @throws UsageError if they are not of one grading; else as grade
int merge(const std::vector<std::filesystem::path>& shards, const ResultsOptions& options,
          const Marker& marker);

}  // namespace tutorial::instructor
