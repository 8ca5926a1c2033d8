// Text for readers, folded to the width of their terminal.
#pragma once

#include <cstddef>
#include <string>

namespace cudasim {

/// How many columns text for this descriptor may take: COLUMNS, else the terminal's, from 40 to 100; 100 where there is neither, so that
/// output that is kept is the same everywhere.
std::size_t columns_of(int descriptor);
constexpr std::size_t columns_of_files = 100;  ///< and of pipes

/// Folds at blanks; each line begins with the indent.
std::string folded(const std::string& text, std::size_t columns, const std::string& indent);

}  // namespace cudasim
