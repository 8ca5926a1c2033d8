#include "marking/instructor/csv.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

std::string csv_cell(const std::string& text) {
  std::string cell = one_line(text);
  if (!cell.empty() && std::string("=+-@").find(cell.front()) != std::string::npos) cell.insert(0, "'");
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  for (std::size_t at = 0; (at = cell.find('"', at)) != std::string::npos; at += 2) cell.insert(at, "\"");
  return "\"" + cell + "\"";
}

/// Takes a cell off the beginning; what parts it from the next stays.
std::string take_cell(std::string_view& text, char separator) {
  std::string cell;
  if (!text.starts_with('"')) {
    const std::size_t end = text.find_first_of(std::string("\r\n") + separator);
    cell = text.substr(0, end);
    text.remove_prefix(cell.size());
    return cell;
  }
  for (text.remove_prefix(1);; text.remove_prefix(1)) {
    if (text.empty()) throw std::invalid_argument("a quote has no end");
    if (text.starts_with("\"\"")) {
      text.remove_prefix(1);
    } else if (text.starts_with('"')) {
      text.remove_prefix(1);
      return cell;
    }
    cell += text.front();
  }
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (&cell == cells.data() ? "" : ",") + csv_cell(cell);
  return line + "\r\n";
}

std::vector<std::vector<std::string>> csv_rows(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view first = text.substr(0, text.find('\n'));
  const char separator =
      first.find(',') == std::string_view::npos && first.find(';') != std::string_view::npos ? ';' : ',';
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  while (!text.empty()) {
    row.push_back(take_cell(text, separator));
    if (text.starts_with(separator)) {
      text.remove_prefix(1);
      if (!text.empty()) continue;
      row.emplace_back();
    }
    // Text after a closing quote belongs to no cell.
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    if (row.size() > 1 || !row.front().empty()) rows.push_back(std::move(row));
    row.clear();
  }
  return rows;
}

}  // namespace tutorial::instructor
