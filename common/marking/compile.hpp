// Builds a program from a submission.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marking/exercise.hpp"
#include "marking/screen/finding.hpp"

namespace tutorial::marking {

struct Compiled {
  bool ok = false;
  std::vector<Finding> refused;   ///< what no submission may have; it was then not compiled, or not linked
  std::vector<Finding> unseen;    ///< what the lens would count wrong: no points for technique
  std::string messages;           ///< of the translator, the compiler or the linker
  std::filesystem::path program;  ///< in the work folder
};

/// Translates `submission`, compiles it for the lens and links it with the exercise's call.cpp, all in `work`, which exists and is
/// used by no other. Paths in messages and reports are relative to it.
Compiled compile_submission(const Exercise& exercise, const std::filesystem::path& submission,
                            const std::string& compiler, const std::filesystem::path& work);

/// What nvcc refuses of device code that compile_submission() has compiled in `work`: its first error. Empty if it compiles, for a GPU of
/// compute capability 9.0. `source`: the submission's name there.
/// @throws MachineError if nvcc does not come to an end, or says nothing of the submission
std::vector<Finding> refused_by_nvcc(const std::string& source, const std::filesystem::path& work);

/// Why nvcc compiles nothing at all, confined as it is for submissions. Empty if it works. @throws MachineError
std::string why_nvcc_fails();

/// nvcc's file and its options for every submission. @throws ExerciseError if the build knows no nvcc
std::vector<std::string> nvcc_command();

/// What a marker starts itself for, confined, as `translate INPUT OUTPUT`: translates one submission, and prints what is wrong with it.
void translate_submission(const std::string& input, const std::string& output);

}  // namespace tutorial::marking
