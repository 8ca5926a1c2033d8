#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/progress.hpp"

namespace tutorial {

/// A folder that CMake has configured.
struct BuildFolder {
  std::filesystem::path path;
  std::filesystem::path cmake;  ///< the program
};

/// Brings targets up to date. Output goes to log/build-<name>.txt in the folder (of a file, its name alone), or with
/// `verbose` to standard error.
///
/// @return ""; or, where it failed, the last lines of the log and its path
std::string build(const BuildFolder& folder, const std::string& name, const std::vector<std::string>& targets,
                  bool verbose, Progress& progress);

/// "[3/17] after 5 s, 40 s left" of a line of Ninja's, "[3/17] Building CXX object …", after so many seconds; "" where it is no such line.
std::string steps_text(const std::string& line, double seconds);

}  // namespace tutorial
