#pragma once

#include <string_view>
#include <vector>

#include "marking/instructor/tokens.hpp"

namespace tutorial::instructor {

/// normalised_tokens in an order and form that common disguises do not change: no empty statements, braces, qualifiers, and variables that nothing
/// uses; each loop as `while (condition) body step;` with its first part before it; `i += 0` for ++i, i++ and i = i + 1. For any
/// text, in time that grows as its length.
std::vector<Token> canonical_tokens(std::string_view source);

}  // namespace tutorial::instructor
