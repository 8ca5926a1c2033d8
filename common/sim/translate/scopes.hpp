#pragma once

#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// The scope of a token.
enum class Scope { file, type, host_function, device_function, both_function, macro };

/// The scope of every token of `source.code`. In a function of both sides, code that only one side runs belongs to that side. A brace that
/// both `#if` and `#else` open counts once.
std::vector<Scope> find_scopes(const Source& source);

}  // namespace cudasim::translate
