#include "support/table.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/text.hpp"

namespace tutorial {
namespace {

std::string padded(const std::string& cell, std::size_t width, bool right) {
  const std::string blanks(width - text::width(cell), ' ');
  return right ? blanks + cell : cell + blanks;
}

void add_line(std::string& out, const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : "  ") + cell;
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

/// A cell as Markdown shows it word for word: two underscores would make the rest bold. Code is left alone.
std::string literal(std::string cell) {
  if (cell.find('`') != std::string::npos) return cell;
  for (std::size_t at = cell.find("__"); at != std::string::npos; at = cell.find("__", at + 4))
    cell.replace(at, 2, "\\_\\_");
  return cell;
}

}  // namespace

std::string aligned_table(const std::vector<Column>& columns) {
  if (columns.empty()) return "";
  const std::size_t rows = columns.front().cells.size();
  std::vector<std::size_t> widths;
  for (const Column& column : columns) {
    if (column.cells.size() != rows) throw std::logic_error("aligned_table: columns of different lengths");
    std::size_t width = text::width(column.title);
    for (const std::string& cell : column.cells) width = std::max(width, text::width(cell));
    widths.push_back(width);
  }

  const auto line_of = [&](auto&& cell_of) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < columns.size(); ++c)
      cells.push_back(padded(cell_of(c), widths[c], columns[c].right));
    return cells;
  };
  std::string out;
  add_line(out, line_of([&](std::size_t c) { return columns[c].title; }));
  add_line(out, line_of([&](std::size_t c) { return std::string(widths[c], '-'); }));
  for (std::size_t row = 0; row < rows; ++row) {
    add_line(out, line_of([&](std::size_t c) { return columns[c].cells[row]; }));
  }
  return out;
}

std::string markdown_table(const std::vector<Column>& columns) {
  std::string text = "|";
  for (const Column& column : columns) text += " " + column.title + " |";
  text += "\n|";
  for (const Column& column : columns) text += column.right ? " ---: |" : " --- |";
  text += "\n";
  for (std::size_t row = 0; !columns.empty() && row < columns.front().cells.size(); ++row) {
    text += "|";
    for (const Column& column : columns) text += " " + literal(column.cells.at(row)) + " |";
    text += "\n";
  }
  return text;
}

}  // namespace tutorial
