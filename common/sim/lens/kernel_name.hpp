#pragma once

#include <string>

namespace cudasim {
struct Launch;
}

namespace cudasim::lens {

/// The kernel's name as the program's text at the launch has it: `transpose<32>`. Where that text is a variable or an
/// expression, the function's own name, with its template arguments if it has any.
std::string kernel_name(const Launch& launch);

}  // namespace cudasim::lens
