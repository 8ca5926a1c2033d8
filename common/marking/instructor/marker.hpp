#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "marking/instructor/result.hpp"

namespace tutorial::instructor {

/// What grading needs of the engine; tests put a faster one in its place.
struct Marker {
  std::vector<std::string> exercises;  ///< the names of all, in the order learners take them

  /// The parts of a mark with their points, none of them earned.
  std::function<std::vector<PartMark>(const std::string& exercise)> parts;

  /// Changes with everything that a mark depends on but the submission and the seed.
  std::function<std::string(const std::string& exercise)> version;

  /// What a learner starts from; of a bug hunt, all that there is.
  std::function<std::string(const std::string& exercise)> starter;

  /// Of the bug hunts: what each family has, by file name.
  std::map<std::string, std::vector<std::string>> faults;

  /// What a learner starts from who has drawn this fault.
  std::function<std::string(const std::string& exercise, const std::string& fault)> faulty_starter;

  /// Runs in a process of its own.
  std::function<Mark(const std::string& exercise, const std::filesystem::path& file, std::uint64_t seed)>
      mark;
};

/// The engine of this program.
/// @param contract  a file of points and contracts in place of the exercises' own; empty: none
/// @param predict   marks say what a GPU would take, beside the starter
/// @throws marking::ExerciseError if it is wrong
Marker engine(const std::filesystem::path& contract = {}, bool by_nvcc = false, bool predict = false);

}  // namespace tutorial::instructor
