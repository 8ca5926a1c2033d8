#pragma once

#include <filesystem>
#include <string>

#include "driver/data/manifest.hpp"
#include "support/progress.hpp"

namespace tutorial::driver {

/// What runs under the lens: a program of the tutorial, or a file of the user's own.
struct LensProgram {
  std::string name;                  ///< as messages have it: the program's, or the file as the user wrote it
  const Program* program = nullptr;  ///< null: the file `name`
};

/// Brings one target up to date. @throws Failure where that fails
void build_target(const Manifest& manifest, const std::string& target, bool verbose, Progress& progress);

/// What the user's word for `verb` means: FILE.cu is the user's own file, unless a program of the tutorial is made of it.
/// @throws UsageError where it is neither, or has no kernels
LensProgram find_lens_program(const Manifest& manifest, const std::string& verb, const std::string& word);

/// Brings the program up to date, or compiles the file, as `sim` does, into `folder`. Returns what is to be run.
/// @throws Failure where that fails
std::filesystem::path build_lens_program(const Manifest& manifest, const LensProgram& program,
                                         const std::filesystem::path& folder, bool verbose,
                                         Progress& progress);

/// The same of a word, which may also be the path of what simcc has made of a file.
/// @throws UsageError, Failure
std::filesystem::path lens_binary(const Manifest& manifest, const std::string& verb, const std::string& word,
                                  const std::filesystem::path& folder, bool verbose, Progress& progress);

}  // namespace tutorial::driver
