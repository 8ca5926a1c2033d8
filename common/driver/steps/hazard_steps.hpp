#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tutorial::driver {

/// Adds `hazards` to a recorded launch: those of the lens's report that happened in the recorded block, each with the index of the step
/// of either access; -1 where that access is not among the steps. To be called before `files` is replaced by `sources`.
void add_hazards(nlohmann::json& launch, const nlohmann::json& report);

}  // namespace tutorial::driver
