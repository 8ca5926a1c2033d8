#pragma once

#include <string>

namespace tutorial {

/// "AMD EPYC 7B13, 16 threads", as far as the system tells.
std::string cpu_name();

}  // namespace tutorial
