#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "support/progress.hpp"

namespace tutorial::driver {

/// One of a program's binaries.
struct Binary {
  const Program* program;
  std::string kind;  ///< a back end, or "lens"
};

/// Brings binaries up to date. Those of a folder's snapshot become links to it, if their sources are as old, and either two of them are
/// asked for, or there are no others in it, or it is there and no header has changed; each of the rest is compiled alone.
/// @return what build() returns
std::string build_binaries(const Manifest& manifest, const std::string& name,
                           const std::vector<Binary>& binaries, bool verbose, Progress& progress);

/// Brings CMake's targets up to date, those of programs as build_binaries() does. @return what build() returns
std::string build_targets(const Manifest& manifest, const std::vector<std::string>& targets, bool verbose,
                          Progress& progress);

}  // namespace tutorial::driver
