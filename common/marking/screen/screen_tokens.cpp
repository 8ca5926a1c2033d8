#include "marking/screen/screen_tokens.hpp"

#include "sim/translate/lexer.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Odd;
using cudasim::translate::Oddity;

std::string words_for(const Odd& odd) {
  switch (odd.what) {
    case Oddity::not_ascii:
      return odd.text.empty() ? "a character that is not plain ASCII, outside comments and strings"
                              : "a letter that is not one of a to z in the name " + text::quoted(odd.text);
    case Oddity::carriage_return: return "a carriage return in the middle of a line";
    case Oddity::backslash: return "a backslash outside strings";
    case Oddity::joined_lines: return "a backslash at the end of a line in the middle of a word";
    case Oddity::joined_lines_in_comment: return "a comment that a backslash continues in the next line";
    case Oddity::joined_lines_in_string: return "a string that a backslash continues in the next line";
    case Oddity::backslash_after_star: return "a backslash after a star in a comment";
    case Oddity::string_without_end: return "a string without its end";
    case Oddity::raw_string: return "a raw string of more than one line, or without an end";
    case Oddity::trigraph: return "a trigraph (two question marks and a third sign)";
    case Oddity::digraph: return "a digraph (" + std::string(odd.text) + ")";
  }
  return "something odd";
}

bool is_unseen_control(std::string_view rest) {
  const char c = rest.front();
  if (c == '\r') return rest.size() < 2 || rest[1] != '\n';  // a line end of Windows is none to be afraid of
  return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

}  // namespace

std::vector<Trick> invisible_tricks(std::string_view source) {
  std::vector<Trick> tricks;
  int line = 1;
  for (std::size_t at = 0; at < source.size(); ++at) {
    const std::string_view rest = source.substr(at);
    if (rest.front() == '\n') ++line;
    if (is_unseen_control(rest))
      tricks.push_back(
          {rest.front() == '\r' ? "a carriage return that ends no line" : "a control character", line});
    if (text::unseen_mark(rest) > 0)
      tricks.push_back({"a mark that changes the direction of writing or ends a line unseen", line});
    if (tricks.size() == 10) break;  // enough to be told
  }
  return tricks;
}

ScreenedText screen_tokens(std::string_view source) {
  ScreenedText result;
  std::vector<Odd> odd;
  cudasim::translate::Lexer lexer(source, &odd);
  while (const auto token = lexer.next()) result.tokens.push_back(*token);
  for (const Odd& each : odd) result.tricks.push_back({words_for(each), each.line});
  return result;
}

}  // namespace tutorial::marking
