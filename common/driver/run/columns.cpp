#include "driver/run/columns.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "support/text.hpp"

namespace tutorial::driver {
namespace {

constexpr std::size_t shortest_bar = 4, longest_bar = 12;

/// Eighths of a letter: the longer the faster.
std::string bar(double share, std::size_t longest) {
  static constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int parts = std::max(1, static_cast<int>(std::lround(share * static_cast<double>(longest) * 8)));
  std::string text;
  for (int i = 0; i < parts / 8; ++i) text += "█";
  return text + eighths[parts % 8];
}

void draw_bars(Column& column, std::size_t longest) {
  column.cells.clear();
  for (const double share : column.bars)
    column.cells.push_back(share > 0 ? Cell{bar(share, longest), Ink::dim} : Cell{" "});
}

std::string line(const Columns& columns, const std::function<Cell(const Column&)>& cell_of,
                 const Style& style) {
  std::string out;
  std::string blanks;
  for (const Column& column : columns) {
    const Cell cell = cell_of(column);
    const std::string gap(column.width() - text::width(cell.text), ' ');
    blanks += "  " + (column.right ? gap : "");
    if (!cell.text.empty()) out += std::exchange(blanks, "") + inked(cell.text, cell.ink, style);
    if (!column.right) blanks += gap;
  }
  return out + "\n";
}

}  // namespace

std::size_t Column::width() const {
  std::size_t widest = text::width(title);
  for (const Cell& cell : cells) widest = std::max(widest, text::width(cell.text));
  return widest;
}

int Column::worth() const {
  const bool same = cells.size() > 1 && std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
                      return cell.text == cells.front().text;
                    });
  return same && rank < kept ? rank - kept : rank;
}

void add_column(Columns& columns, Column column) {
  const auto empty = [](const Cell& cell) { return cell.text.empty(); };
  if (std::all_of(column.cells.begin(), column.cells.end(), empty)) return;
  for (Cell& cell : column.cells)
    if (cell.text.empty()) cell = {column.right || column.rank < 60 ? "-" : "", Ink::dim};
  columns.push_back(std::move(column));
}

void add_bar_column(Columns& columns, int rank, std::vector<double> shares) {
  Column column{.title = "", .rank = rank, .bars = std::move(shares)};
  draw_bars(column, shortest_bar);
  columns.push_back(std::move(column));
}

std::size_t width_of(const Columns& columns) {
  std::size_t width = 0;
  for (const Column& column : columns) width += column.width() + 2;
  return width;
}

void fit(Columns& columns, std::size_t room) {
  while (width_of(columns) > room) {
    const auto least = std::min_element(columns.begin(), columns.end(), [](const Column& a, const Column& b) {
      return a.worth() < b.worth();
    });
    if (least->rank >= kept) break;
    columns.erase(least);
  }
  for (Column& column : columns)
    if (!column.bars.empty())
      draw_bars(column, std::min(longest_bar, shortest_bar + room - std::min(room, width_of(columns))));
}

std::string table_text(const Columns& columns, const Style& style) {
  const auto title = [](const Column& column) { return Cell{column.title, Ink::dim}; };
  std::string out = line(columns, title, style);
  for (std::size_t i = 0; !columns.empty() && i < columns.front().cells.size(); ++i) {
    const auto cell = [i](const Column& column) { return column.cells[i]; };
    out += line(columns, cell, style);
  }
  return out;
}

}  // namespace tutorial::driver
