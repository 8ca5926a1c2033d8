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

/// " Did you mean a or b?" with the nearest of `names`, at most three of them; "" where none is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);

/// Insertions, deletions, changes and swaps of neighbouring letters that make one word out of the other.
int edit_distance(const std::string& a, const std::string& b);

}  // namespace driver
