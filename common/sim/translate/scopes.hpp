#pragma once

#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// What a token stands in.
enum class Scope { file, type, host_function, device_function, both_function, macro };

/// The scope of every token of `source.code`; in a function of both sides, what one side only runs is of that side's. Braces that `#if` and
/// `#else` open twice are counted once.
std::vector<Scope> find_scopes(const Source& source);

}  // namespace cudasim::translate
