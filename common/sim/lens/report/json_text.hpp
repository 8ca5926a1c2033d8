// Text as JSON has it.
#pragma once

#include <string>

namespace cudasim::lens {

/// In quotes, with what needs it escaped.
std::string json_string(const std::string& value);

}  // namespace cudasim::lens
