// Whether many threads shared the work of a kernel, by the lens's counts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutorial::marking {

/// Empty if they did. Otherwise a message that says what a few of them did alone.
std::string why_not_shared(const nlohmann::json& report);

}  // namespace tutorial::marking
