#pragma once

#include <string>
#include <vector>

#include "manifest.hpp"

namespace driver {

/// What `run` was asked to run: chapters, or one program.
struct Selection {
  std::vector<const Chapter*> chapters;
  const Program* program = nullptr;
};

/// Finds what a word means: nothing (all chapters), a chapter (ch08, 8, ch08_transpose), a program, or a program's source file.
///
/// @throws UsageError with near misses, if nothing is meant by it
Selection select(const Manifest& manifest, const std::string& word);

}  // namespace driver
