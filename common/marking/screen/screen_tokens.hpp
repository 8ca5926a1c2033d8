// A submission's source as the screen sees it: the words of C++, without comments. What would be read differently by another reader
// (line splices, trigraphs, raw strings …) is not interpreted, but refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutorial::marking {

struct ScreenToken {
  enum class Kind { identifier, number, text, punctuation } kind;
  std::string_view text;  ///< of `text`: with its quotes
  int line;
  bool first_of_line;
  bool in_directive;
};

struct Trick {
  std::string words;  ///< "a backslash at the end of the line"
  int line;
};

struct ScreenedText {
  std::vector<ScreenToken> tokens;  ///< point into the source
  std::vector<Trick> tricks;
};

ScreenedText screen_tokens(std::string_view source);

}  // namespace tutorial::marking
