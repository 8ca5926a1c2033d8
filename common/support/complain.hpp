#pragma once

#include <string>

namespace tutorial {

/// "tutorial: WHAT" on standard error: folded on a terminal, one line for a script.
void complain(const std::string& what);

}  // namespace tutorial
