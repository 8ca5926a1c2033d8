#include "driver/data/source_extract.hpp"

#include <algorithm>

namespace tutorial::driver::lens {
namespace {

constexpr int context = 2;
constexpr int short_function = 40;

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// A line that is "// [NAME]" and nothing else.
bool is_mark(const std::string& line) {
  const std::size_t comment = indent_of(line);
  return line.compare(comment, 4, "// [") == 0 && line.back() == ']' &&
         line.find(']', comment) == line.size() - 1;
}

bool has(const std::string& line, const char* word) { return line.find(word) != std::string::npos; }

/// First and last line of a function.
struct Extent {
  int first;
  int last;
};

/// Of the function of device code that holds a line; just the line if none is found.
Extent function_around(const std::vector<std::string>& source, int line) {
  auto text = [&](int number) -> const std::string& { return source[static_cast<std::size_t>(number - 1)]; };
  int head = line;
  while (head > 0 && !has(text(head), "__global__") && !has(text(head), "__device__")) --head;
  if (head == 0) return {line, line};
  const std::size_t indent = indent_of(text(head));
  int last = head;
  const int end = static_cast<int>(source.size());
  while (last <= end &&
         !(text(last).compare(indent_of(text(last)), 1, "}") == 0 && indent_of(text(last)) == indent)) {
    if (last == head && text(head).back() == '}') break;
    ++last;
  }
  if (last > end || last < line) return {line, line};
  if (head > 1 && text(head - 1).compare(indent_of(text(head - 1)), 8, "template") == 0) --head;
  return {head, last};
}

}  // namespace

std::set<int> lines_to_show(const std::vector<std::string>& source, const std::set<int>& wanted) {
  const int end = static_cast<int>(source.size());
  std::set<int> shown;
  auto show = [&](int first, int last) {
    for (int line = std::max(first, 1); line <= std::min(last, end); ++line) shown.insert(line);
  };
  for (const int line : wanted) {
    if (line < 1 || line > end) continue;
    const auto [first, last] = function_around(source, line);
    if (first < last && last - first < short_function) {
      show(first, last);
      continue;
    }
    if (first < last) show(first, first + context);
    show(line - context, line + context);
  }
  return shown;
}

std::optional<std::vector<int>> marked_lines(const std::vector<std::string>& source,
                                             const std::string& name) {
  std::vector<std::size_t> marks;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::size_t comment = source[i].find("//");
    if (comment != std::string::npos && source[i].find("[" + name + "]", comment) != std::string::npos)
      marks.push_back(i);
  }
  if (marks.size() != 2) return std::nullopt;
  std::vector<int> lines;
  for (std::size_t i = marks[0] + 1; i < marks[1]; ++i)
    if (!is_mark(source[i])) lines.push_back(static_cast<int>(i) + 1);
  if (lines.empty()) return std::nullopt;
  return lines;
}

std::vector<std::string> moved_left(const std::vector<std::string>& source, const std::vector<int>& lines) {
  auto text = [&](int line) -> const std::string& { return source[static_cast<std::size_t>(line - 1)]; };
  std::size_t indent = std::string::npos;
  for (const int line : lines)
    if (!text(line).empty()) indent = std::min(indent, indent_of(text(line)));
  std::vector<std::string> moved;
  for (const int line : lines) moved.push_back(text(line).empty() ? "" : text(line).substr(indent));
  return moved;
}

}  // namespace tutorial::driver::lens
