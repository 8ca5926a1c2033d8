#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutorial::instructor {

/// A word of a source file, normalised: every identifier is "i", every number "0", every string or character
/// "s"; keywords and operators are themselves.
struct Token {
  std::string text;
  int line;
  std::string name = {};  ///< of an identifier: as written
};

/// The tokens of C++ or CUDA source, without comments, whitespace and lines of #include and #pragma. Takes anything: what is
/// no C++ is cut up somehow.
std::vector<Token> normalised_tokens(std::string_view source);

}  // namespace tutorial::instructor
