#pragma once

#include <string>
#include <vector>

namespace tutorial {

/// A column of text, aligned under its title.
struct Column {
  std::string title;
  bool right = false;  ///< numbers line up on the right
  std::vector<std::string> cells = {};
};

/// The columns side by side, two spaces between them, a rule below the titles, a line break at the end of
/// each line and no blanks before it. All columns must have the same number of cells.
std::string aligned_table(const std::vector<Column>& columns);

/// The same as a Markdown table.
std::string markdown_table(const std::vector<Column>& columns);

}  // namespace tutorial
