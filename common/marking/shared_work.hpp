// Whether many threads have shared the work of a kernel, as the lens has counted it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutorial::marking {

/// Empty if they have. Else what a few of them did alone, for people.
std::string why_not_shared(const nlohmann::json& report);

}  // namespace tutorial::marking
