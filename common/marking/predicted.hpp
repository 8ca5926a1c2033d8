// The predicted GPU time of a submission's kernels, compared with the exercise's starter. Worth no points.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "marking/exercise.hpp"
#include "predict/counted_launch.hpp"

namespace tutorial::marking {

struct Predicted {
  std::string size;                    ///< the case's name
  std::optional<double> seconds = {};  ///< of all kernels of one call; none where nothing can be said
  std::string limit = {};              ///< what the kernel that takes longest is limited by
  std::string why_not = {};
  bool is_idle = false;  ///< its kernels do not do the work at this size
};

/// Empty where all launches together move at least half as many bytes as the arrays of the case have. Otherwise the reason for no
/// prediction: at its size the kernels do not do the work.
std::string why_idle(const predict::Counted& counted, double bytes_of_arrays);

/// Runs a sample of the blocks of a compiled submission, confined like any run. @throws ExerciseError where check.cpp has no such case
Predicted predict_submission(const Exercise& exercise, const std::filesystem::path& program,
                             const std::string& gpu, std::chrono::milliseconds limit);

/// The same of a source. @throws ExerciseError where it does not compile
Predicted predict_source(const Exercise& exercise, const std::filesystem::path& source,
                         const std::string& gpu, std::chrono::milliseconds limit);

/// Within 5%.
bool is_as_fast(double seconds, double other);

/// "3.1 times as fast as the starter": seconds against the starter's.
std::string beside_starter(double seconds, double starter);

/// A submission beside the starter.
struct Compared {
  std::string text = {};             ///< for the learner; empty for an exercise that is not about speed
  std::optional<double> times = {};  ///< as fast as the starter; none where nothing can be said
  bool is_idle = false;              ///< see Predicted: such an answer knows the size, and is not good
};

/// If anything fails, there is no prediction, and the failure is the reason.
Compared compared_with_starter(const Exercise& exercise, const std::filesystem::path& program,
                               std::chrono::milliseconds limit);

}  // namespace tutorial::marking
