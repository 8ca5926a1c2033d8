#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/layout.hpp"

namespace tutorial::driver {

struct Cell {
  std::string text;
  Ink ink = Ink::plain;
};

constexpr int kept = 95;  ///< columns of this rank and above are never left out

/// A column of a table that has to fit the line.
struct Column {
  std::string title;
  int rank;  ///< those of the lowest go first where the line is too long
  bool right = false;
  std::vector<Cell> cells = {};
  std::vector<double> bars = {};  ///< of the longest, 0 for none: cells are drawn when all widths are known

  std::size_t width() const;
  /// How much it is worth where the line is too long: what says the same of all lines goes before what tells them apart.
  int worth() const;
};

using Columns = std::vector<Column>;

/// Adds a column, unless nothing is in it. Empty cells of numbers become dashes.
void add_column(Columns& columns, Column column);

/// Adds bars of these shares of the longest.
void add_bar_column(Columns& columns, int rank, std::vector<double> shares);

/// Of a whole line, in letters.
std::size_t width_of(const Columns& columns);

/// Takes columns out until a line has room, and gives bars what is left of it.
void fit(Columns& columns, std::size_t room);

/// The titles and all lines.
std::string table_text(const Columns& columns, const Style& style);

}  // namespace tutorial::driver
