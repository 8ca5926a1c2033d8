#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "marking/mark.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

constexpr std::size_t shown = 3;  // findings of one part: more than a reader takes in at once

std::string wrapped(const std::string& text, const std::string& indent, std::size_t columns) {
  std::string result;
  std::istringstream lines(text);
  for (std::string one; std::getline(lines, one);) {
    std::istringstream words(text::escaped(one));  // some of it may be a submission's
    std::string word, line = indent;
    while (words >> word) {
      if (line.size() > indent.size() && line.size() + 1 + word.size() > columns) {
        result += line + "\n";
        line = indent;
      }
      line += (line.size() > indent.size() ? " " : "") + word;
    }
    result += line + "\n";
  }
  return result;
}

std::string findings(const PartMark& part, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; i < part.findings.size() && i < shown; ++i) {
    const Finding& finding = part.findings[i];
    const std::string place = finding.line == 0 ? "" : fmt::format("{}:{}: ", finding.file, finding.line);
    text += wrapped(place + finding.text, "      ", columns);
  }
  if (part.findings.size() > shown) text += fmt::format("      and {} more\n", part.findings.size() - shown);
  return text;
}

const char* verdict(const PartMark& part) {
  if (!part.reached) return "not judged yet";
  return part.full() ? "yes" : part.points > 0 ? "in part" : "no";
}

}  // namespace

std::string points_text(double points) { return fmt::format("{:g}", std::round(points * 100) / 100); }

std::string report(const Mark& mark, std::size_t most_columns) {
  const std::size_t columns = std::min<std::size_t>(most_columns, 100);
  std::string text = mark.exercise + "\n";
  if (mark.is_starter) text += "  this file is the unchanged starter: it gets the starter's points\n";
  for (const PartMark& part : mark.parts) {
    const std::string points =
        part.of == 0 ? "required"
                     : fmt::format("{:>3} / {:<3}", points_text(part.points), points_text(part.of));
    text += fmt::format("  {:<9} {:<9} {}\n", name_of(part.part), points, verdict(part));
    text += findings(part, columns);
  }
  if (!mark.timing.empty()) text += "  " + mark.timing + "\n";
  text += fmt::format("  {:<9} {:>3} / {}\n", "in all", points_text(mark.points()), points_text(mark.of()));
  if (!mark.predicted.empty()) text += wrapped(mark.predicted, "  ", columns);
  return text;
}

}  // namespace tutorial::marking
