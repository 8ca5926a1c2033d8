#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tutorial::driver {

/// Says of each barrier of a recorded launch what goes wrong without it: appends to its `text`, and adds `orders`, the indices of the step
/// before it and of the step after it that it keeps in order. Only accesses between the barrier before and the one after count, because
/// others are ordered by those as well.
void add_barrier_reasons(nlohmann::json& launch);

}  // namespace tutorial::driver
