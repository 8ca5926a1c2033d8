// Text as a JSON string.
#pragma once

#include <string>

namespace cudasim::lens {

/// Quoted and escaped.
std::string json_string(const std::string& value);

}  // namespace cudasim::lens
