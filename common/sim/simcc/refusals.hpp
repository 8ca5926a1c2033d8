#pragma once

#include <string>

namespace cudasim::simcc {

/// The errors of the translator in a compiler's messages, as `file:line: error: text`, each once; empty if there are none.
std::string refusals_in(const std::string& messages);

}  // namespace cudasim::simcc
