#include "support/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "support/text.hpp"

namespace tutorial {
namespace {

/// Bytes of the text that take `columns` columns, or of all of it.
std::size_t bytes_of(const std::string& text, std::size_t columns) {
  std::size_t end = 0;
  while (end < text.size() && text::width(std::string_view(text).substr(0, end + 1)) <= columns) ++end;
  return end;
}

}  // namespace

Style Style::of(std::FILE* stream) {
  Style style;
  const int file = fileno(stream);
  constexpr std::size_t narrowest = 80, widest = 140;
  if (isatty(file) != 1) {
    if (const char* const told = std::getenv("COLUMNS"))
      style.columns = std::clamp<std::size_t>(std::strtoull(told, nullptr, 10), narrowest, widest);
    return style;
  }
  const char* off = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  style.colour = (!off || *off == '\0') && kind && std::string_view(kind) != "dumb";
  winsize size = {};
  if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.columns = std::clamp<std::size_t>(size.ws_col, narrowest, widest);
  return style;
}

std::string inked(const std::string& text, Ink ink, const Style& style) {
  static constexpr const char* codes[] = {"", "2", "1", "32", "1;31"};
  if (!style.colour || ink == Ink::plain || text.empty()) return text;
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<int>(ink)], text);
}

std::string cut(const std::string& text, std::size_t width) {
  return text::width(text) <= width ? text : text.substr(0, bytes_of(text, width - 1)) + "…";
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width,
                                 std::optional<std::size_t> indent) {
  const std::size_t own = std::min({text.find_first_not_of(' '), text.size(), width / 2});
  const std::string hanging(indent.value_or(own + 4), ' ');
  std::vector<std::string> pieces;
  std::string rest = text;
  while (text::width(rest) > width) {
    const std::size_t fits = bytes_of(rest, width);
    const std::size_t content = rest.find_first_not_of(' ');
    std::size_t cut = rest.rfind(' ', fits);
    if (cut == std::string::npos || cut <= content) cut = fits;
    pieces.push_back(rest.substr(0, cut));
    rest.erase(0, std::min(rest.find_first_not_of(' ', cut), rest.size()));
    rest.insert(0, hanging);
  }
  pieces.push_back(rest);
  return pieces;
}

std::string filled(const std::vector<std::string>& sentences, std::size_t width) {
  std::string text, line;
  const auto end_line = [&] {
    if (!line.empty()) text += fmt::format("{}\n", fmt::join(wrapped(std::exchange(line, ""), width), "\n"));
  };
  for (const std::string& sentence : sentences) {
    if (text::width(line) + 1 + text::width(sentence) > width) end_line();
    if (!sentence.empty()) line += (line.empty() ? "" : " ") + sentence;
  }
  end_line();
  return text;
}

}  // namespace tutorial
