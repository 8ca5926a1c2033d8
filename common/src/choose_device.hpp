#pragma once

#include <string>

namespace tutorial {

/// Makes device number `wanted` the current one, and returns its name.
/// @param program  whose name the messages use
/// @throws CudaError (no_device) where there is none; UsageError where there are fewer
std::string choose_device(int wanted, const std::string& program);

}  // namespace tutorial
