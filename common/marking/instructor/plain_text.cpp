#include "marking/instructor/plain_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/text.hpp"

namespace tutorial::instructor {
namespace {

/// Bytes of the character that starts here; 0 if they are no UTF-8 (Unicode 15, table 3-7).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : std::size_t{0};
  };
  const auto follows = [&](std::size_t i, std::size_t low = 0x80, std::size_t high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const std::size_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool second = follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool second = follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// What terminals act upon. Ends of lines and tabs stay.
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const bool is_shown = length > 0 && !is_control(text.front()) && text::unseen_mark(text) == 0;
    out += is_shown ? text.substr(0, length) : "\xEF\xBF\xBD";
    text.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

std::string one_line(std::string_view text) { return text::escaped(valid_utf8(text)); }

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace tutorial::instructor
