#include "driver/run/columns.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "support/text.hpp"

namespace tutorial::driver {
namespace {

constexpr std::size_t gap = 2;  // blanks between columns

using OfColumn = std::function<Cell(const Column&)>;

std::string line(const Columns& columns, const OfColumn& cell_of, const Style& style) {
  std::string out;
  std::string blanks;
  for (const Column& column : columns) {
    const Cell cell = cell_of(column);
    const std::string rest(column.width() - std::min(column.width(), text::width(cell.text)), ' ');
    if (column.right) blanks += rest;
    if (!cell.text.empty()) out += std::exchange(blanks, "") + inked(cell.text, cell.ink, style);
    if (!column.right) blanks += rest;
    blanks += std::string(gap, ' ');
  }
  return out + "\n";
}

/// The first column behind `first` that does not share its heading.
std::size_t end_of_group(const Columns& columns, std::size_t first) {
  std::size_t end = first + 1;
  while (end < columns.size() && !columns[first].over.empty() && columns[end].over == columns[first].over)
    ++end;
  return end;
}

std::size_t width_of(const Columns& columns, std::size_t first, std::size_t end) {
  std::size_t width = 0;
  for (std::size_t i = first; i < end; ++i) width += columns[i].width() + (i > first ? gap : 0);
  return width;
}

/// One column for each group: its heading, as wide as the columns below it.
Columns headings_of(const Columns& columns) {
  Columns headings;
  for (std::size_t first = 0; first < columns.size();) {
    const std::size_t end = end_of_group(columns, first);
    Column heading = {.title = columns[first].over,
                      .rank = kept,
                      .right = end == first + 1 && columns[first].right,
                      .cells = {Cell{std::string(width_of(columns, first, end), ' ')}}};
    headings.push_back(std::move(heading));
    first = end;
  }
  return headings;
}

/// Shortens headings that are wider than the columns below them, or else makes room for them.
void settle_headings(Columns& columns) {
  for (std::size_t first = 0; first < columns.size();) {
    const std::size_t end = end_of_group(columns, first);
    const std::size_t width = width_of(columns, first, end);
    if (text::width(columns[first].over) > width && !columns[first].brief.empty())
      for (std::size_t i = first; i < end; ++i) columns[i].over = columns[i].brief;
    if (const std::size_t needed = text::width(columns[first].over); needed > width) {
      std::string& title = columns[first].title;
      const std::string blanks(needed - width + columns[first].width() - text::width(title), ' ');
      title = columns[first].right ? blanks + title : title + blanks;
    }
    first = end;
  }
}

}  // namespace

std::size_t Column::width() const {
  std::size_t widest = text::width(title);
  for (const Cell& cell : cells) widest = std::max(widest, text::width(cell.text));
  return widest;
}

void add_column(Columns& columns, Column column) {
  const auto empty = [](const Cell& cell) { return cell.text.empty(); };
  if (std::all_of(column.cells.begin(), column.cells.end(), empty)) return;
  for (Cell& cell : column.cells)
    if (cell.text.empty() && column.right) cell = {"-", Ink::dim};
  columns.push_back(std::move(column));
}

std::size_t width_of(const Columns& columns) {
  Columns wide = columns;
  settle_headings(wide);
  return width_of(wide, 0, wide.size());
}

void fit(Columns& columns, std::size_t room) {
  while (width_of(columns) > room) {
    const auto least = std::min_element(columns.begin(), columns.end(),
                                        [](const Column& a, const Column& b) { return a.rank < b.rank; });
    if (least->rank >= kept) break;
    columns.erase(least);
  }
}

std::string table_text(const Columns& shown, const Style& style) {
  Columns columns = shown;
  settle_headings(columns);
  const OfColumn title = [](const Column& column) { return Cell{column.title, Ink::dim}; };
  const bool grouped =
      std::any_of(columns.begin(), columns.end(), [](const Column& column) { return !column.over.empty(); });
  std::string out = grouped ? line(headings_of(columns), title, style) : "";
  out += line(columns, title, style);
  for (std::size_t i = 0; !columns.empty() && i < columns.front().cells.size(); ++i)
    out += line(
        columns, [i](const Column& column) { return column.cells[i]; }, style);
  return out;
}

}  // namespace tutorial::driver
