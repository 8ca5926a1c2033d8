#include "sim/translate/edits.hpp"

#include <algorithm>

namespace cudasim::translate {
namespace {

/// The line ends of `range`, each with the backslash before it.
std::string line_ends(std::string_view range) {
  std::string ends;
  for (std::size_t i = 0; i < range.size(); ++i) {
    if (range[i] != '\n') continue;
    const bool carriage_return = i > 0 && range[i - 1] == '\r';
    const std::size_t before = i - (carriage_return ? 1 : 0);
    if (before > 0 && range[before - 1] == '\\') ends += '\\';
    ends += '\n';
  }
  return ends;
}

}  // namespace

void Edits::replace(std::size_t begin, std::size_t end, std::string text) {
  edits_.push_back({begin, end, std::move(text)});
}

void Edits::refuse(std::size_t offset, std::string_view message) {
  std::string text = "_Pragma(\"GCC error \\\"" + std::string(refusal_mark);
  for (const char c : message) {
    if (c == '"' || c == '\\') text += "\\\\\\";
    text += c;
  }
  edits_.push_back({offset, offset, text + "\\\"\") ", true});
}

std::string Edits::apply(std::string_view source) const {
  std::vector<Edit> sorted = edits_;
  // An insertion goes before a replacement at the same offset.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Edit& a, const Edit& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : sorted) {
    if (edit.begin < at && !edit.may_move) throw Overlap{edit.begin};
    if (edit.begin < at) {
      result += edit.text;
      continue;
    }
    result += source.substr(at, edit.begin - at);
    result += edit.text;
    result += line_ends(source.substr(edit.begin, edit.end - edit.begin));
    at = edit.end;
  }
  result += source.substr(at);
  return result;
}

}  // namespace cudasim::translate
