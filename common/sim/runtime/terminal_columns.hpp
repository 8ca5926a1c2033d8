// Folds text to the width of the reader's terminal.
#pragma once

#include <cstddef>
#include <string>

namespace cudasim {

/// Number of columns of text for this descriptor: COLUMNS, or the terminal's width, from 40 to 100. 100 if neither is known, so that
/// saved output is the same everywhere.
std::size_t columns_of(int descriptor);
constexpr std::size_t columns_of_files = 100;  ///< And of pipes.

/// Folds at blanks; each line begins with the indent.
std::string folded(const std::string& text, std::size_t columns, const std::string& indent);

}  // namespace cudasim
