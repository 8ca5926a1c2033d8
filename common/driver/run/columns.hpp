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

constexpr int kept = 95;  ///< columns of this rank and above are never dropped

/// A column of a table that must fit the line.
struct Column {
  std::string title;
  int rank;  ///< the lowest is dropped first where the line is too long
  bool right = false;
  std::string over = {};   ///< a heading above the title; neighbors that have the same one share it
  std::string brief = {};  ///< the heading where the columns that are left are narrower than `over`
  std::vector<Cell> cells = {};

  std::size_t width() const;
};

using Columns = std::vector<Column>;

/// Adds a column, unless it is empty. Empty cells of numbers become dashes.
void add_column(Columns& columns, Column column);

/// The width of a whole line, in characters.
std::size_t width_of(const Columns& columns);

/// Drops columns, the lowest rank first, until a line fits.
void fit(Columns& columns, std::size_t room);

/// The headings, the titles and all lines.
std::string table_text(const Columns& columns, const Style& style);

}  // namespace tutorial::driver
