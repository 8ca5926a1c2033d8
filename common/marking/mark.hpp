// Marks one submission of one exercise.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "marking/exercise.hpp"
#include "marking/screen/finding.hpp"

namespace tutorial::marking {

struct PartMark {
  Part part = Part::compiles;
  double points = 0;
  double of = 0;
  bool reached = false;  ///< false if an earlier part stopped it; findings are then no more than hints
  std::vector<Finding> findings;  ///< the most important first

  /// A part without points is a precondition: it is met if there are no findings.
  bool full() const { return reached && points == of && (of > 0 || findings.empty()); }
};

struct Mark {
  std::string exercise;
  std::vector<PartMark> parts;  ///< all four, in their order
  std::string printed;          ///< what the submission printed, cut
  std::string timing;           ///< a sentence on the time it took on the GPU; empty where none was used
  bool is_starter = false;      ///< the submission is the exercise's starter, unchanged
  std::string predicted =
      {};  ///< a sentence on the time that a GPU would take; empty if it was not requested
  std::optional<double> times_as_fast = {};  ///< as the starter, by that time

  double points() const;
  double of() const;
  bool full() const;
  /// The first that does not have full points; null if none.
  const PartMark* first_lost() const;
};

struct MarkOptions {
  std::uint64_t seed = 1;
  std::vector<std::uint64_t> further_seeds =
      {};                     ///< what gets full points is run with these too, and its last mark counts
  std::string compiler = {};  ///< empty: that of the build
  std::chrono::milliseconds time_limit{10000};
  bool on_gpu =
      false;  ///< it must be right on the GPU too, and is timed there; not confined: for one's own files only
  bool by_nvcc = false;  ///< it must compile with nvcc, too; the build must know one
  bool predict = false;  ///< what is right and safe gets a sentence on its time, and no other mark for it
};

/// @throws ExerciseError where the exercise itself is wrong
Mark mark(const Exercise& exercise, const std::filesystem::path& submission, const MarkOptions& options);

/// The report for the learner.
/// @param columns  that it may take, at most 100
std::string report(const Mark& mark, std::size_t columns = 100);

/// Points without needless zeros, at most two decimals: "10", "12.5".
std::string points_text(double points);

/// The record that `grade` stores.
nlohmann::json to_json(const Mark& mark);

}  // namespace tutorial::marking
