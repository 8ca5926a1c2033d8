#include "sim/simcc/refusals.hpp"

#include <regex>
#include <set>
#include <sstream>

namespace cudasim::simcc {
namespace {

/// Without escape codes for color.
std::string plain(const std::string& line) {
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\33') {
      result += line[i];
      continue;
    }
    while (i + 1 < line.size() && line[i] != 'm' && line[i] != 'K') ++i;
  }
  return result;
}

/// "file:line:" of "In file included from file:line," or of "file:line:column: "; empty if there is none.
std::string place(std::string text) {
  constexpr std::string_view included = "In file included from ";
  if (text.starts_with(included)) {
    text.erase(0, included.size());
    text.resize(text.find_first_of(",:", text.find(':') + 1));
  } else {
    text.resize(text.find_last_of(':'));
    text.resize(text.find_last_of(':'));
  }
  return text + ":";
}

}  // namespace

std::string refusals_in(const std::string& messages) {
  static const std::regex refused("^(.*:[0-9]+:[0-9]+:) (?:fatal )?error: (?:#error )?(\"?)cudasim: (.*)$");
  static const std::regex assembly(
      "^(.*:[0-9]+:[0-9]+:) error: static.assert(?:ion)? failed[^\"i]*(\"?)(inline PTX is not simulated: "
      ".*)$");
  std::string result, includer;
  std::set<std::string> said;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    line = plain(line);
    if (line.starts_with("In file included from ")) includer = line;
    std::smatch found;
    if (line.find(": error: ") == std::string::npos || line.size() > 4096) continue;
    if (!std::regex_match(line, found, refused) && !std::regex_match(line, found, assembly)) continue;
    // A header that only refuses: the error belongs to the user's line that includes it.
    const bool quoted = found[2].length() != 0,
               header = quoted && found[3].str().find("(<") != std::string::npos;
    std::string text = found[3];
    if (quoted) text.resize(text.find_last_of('"'));
    const std::string refusal =
        place(header && !includer.empty() ? includer : std::string(found[1])) + " error: " + text + '\n';
    if (said.insert(refusal).second) result += refusal;
  }
  return result;
}

}  // namespace cudasim::simcc
