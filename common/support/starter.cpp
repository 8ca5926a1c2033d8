#include "support/starter.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

namespace tutorial {
namespace {

bool begins(std::string_view line, std::string_view directive) {
  return line.starts_with(directive) &&
         (line.size() == directive.size() || line[directive.size()] == ' ' || line[directive.size()] == '\r');
}

/// A conditional that is open: of SOLUTION, with whether its present side is kept, or another's.
struct Open {
  std::size_t line;
  std::optional<bool> kept;
};

std::string stripped(std::string_view source, bool solution) {
  std::string result;
  std::vector<Open> open;
  std::optional<std::size_t> ours;  // index in `open`
  const auto fail = [](std::size_t line, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
  };
  for (std::size_t number = 1; !source.empty(); ++number) {
    const std::size_t end = source.find('\n');
    const std::string_view whole = source.substr(0, end == source.npos ? end : end + 1);
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(whole.size());
    const bool of_solution = begins(line, "#ifdef SOLUTION") || begins(line, "#ifndef SOLUTION");
    const bool in_ours = ours && open.size() == *ours + 1;
    if (of_solution) {
      if (ours) fail(number, "SOLUTION within SOLUTION");
      ours = open.size();
      open.push_back({number, begins(line, "#ifdef SOLUTION") == solution});
      continue;
    }
    if (in_ours && begins(line, "#else")) {
      open.back().kept = !*open.back().kept;
      continue;
    }
    if (in_ours && begins(line, "#endif")) {
      open.pop_back();
      ours.reset();
      continue;
    }
    if (line.starts_with("#if")) open.push_back({number, std::nullopt});
    if (line.starts_with("#endif")) {
      if (open.empty()) fail(number, "#endif without #if");
      open.pop_back();
    }
    if (!ours || *open[*ours].kept) result += whole;
  }
  if (!open.empty()) fail(open.back().line, "this conditional has no #endif");
  return result;
}

/// The comments before the first other line.
std::size_t size_of_head(std::string_view source) {
  std::size_t size = 0;
  while (size < source.size() && source.substr(size).starts_with("//"))
    size = std::min(source.size(), source.find('\n', size)) + 1;
  return std::min(size, source.size());
}

}  // namespace

std::string starter_of(std::string_view source) { return stripped(source, false); }
std::string solution_of(std::string_view source) { return stripped(source, true); }

std::string faulty_starter(std::string_view starter, std::string_view wrong) {
  return std::string(starter.substr(0, size_of_head(starter))) +
         std::string(wrong.substr(size_of_head(wrong)));
}

}  // namespace tutorial
