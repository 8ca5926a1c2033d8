#pragma once

#include <string>

namespace tutorial::driver::site {

/// Doxygen's HTML of a piece of C++ with colours of our own: its lexer knows no CUDA and gives up at `extern __shared__`. Links and line
/// numbers stay. A fragment without C++ (Doxygen has colored nothing) stays as it is.
/// @param fragment  the content of <div class="fragment">: lines in <div class="line">
std::string highlighted(const std::string& fragment);

}  // namespace tutorial::driver::site
