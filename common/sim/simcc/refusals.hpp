#pragma once

#include <string>

namespace cudasim::simcc {

/// The lines of a compiler's messages that the translator had it say, as `file:line: error: text`, each once; empty if there are none.
std::string refusals_in(const std::string& messages);

}  // namespace cudasim::simcc
