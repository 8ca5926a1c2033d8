#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// What a word means: chapters, a part of one, what is past the core of these; or one program.
struct Selection {
  std::vector<const Chapter*> chapters;  ///< empty for a program
  std::string part;                      ///< empty: all of the chapter
  bool further = false;                  ///< only what is past the core
  const Program* program = nullptr;

  bool has(const Program& program) const;
};

/// Finds what a word means: nothing (all chapters), a chapter (ch08, 8, ch08_transpose), a part (ch06/sum, or sum where only one chapter has
/// it), what is past the core of these (ch08/further, sum/further), a program (its name, with or without its folder), or its source file.
///
/// @throws UsageError with near misses, if nothing is meant by it
Selection select(const Manifest& manifest, const std::string& word);

/// The same where the word names no program.
/// @param wants  for the message: "list takes"
Selection select_folder(const Manifest& manifest, const std::string& word, const std::string& wants);

}  // namespace tutorial::driver
