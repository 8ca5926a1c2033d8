// A submission's source as the screen sees it: the words of C++, without comments. What would be read differently by another reader
// (line splices, trigraphs, raw strings …) is not interpreted, but refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/translate/token.hpp"

namespace tutorial::marking {

struct Trick {
  std::string words;  ///< "a backslash at the end of the line"
  int line;
};

struct ScreenedText {
  std::vector<cudasim::translate::Token> tokens;  ///< point into the source; directives are among them
  std::vector<Trick> tricks;
};

ScreenedText screen_tokens(std::string_view source);

/// What no editor shows, in comments and strings too: control characters, and marks that change the direction of writing.
std::vector<Trick> invisible_tricks(std::string_view source);

}  // namespace tutorial::marking
