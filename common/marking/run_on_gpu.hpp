// A submission on the machine's GPU: is it right there too, and how long does it take beside the solution?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marking/exercise.hpp"
#include "marking/screen/finding.hpp"

namespace tutorial::marking {

struct GpuResult {
  std::vector<Finding> findings;  ///< empty if every case is right
  std::string timing;             ///< a sentence; empty if not right
};

/// Compiles with nvcc and runs it, without the sandbox: a driver cannot be confined like that. Two compilations, some seconds each.
/// @throws ExerciseError where the build has no nvcc or the machine no GPU
GpuResult run_on_gpu(const Exercise& exercise, const std::filesystem::path& submission,
                     const exercise::Cases& cases, const std::filesystem::path& work);

}  // namespace tutorial::marking
