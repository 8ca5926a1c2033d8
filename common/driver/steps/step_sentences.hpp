#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tutorial::driver {

/// Adds `text`, a sentence for a reader, to each step of a launch.
void add_sentences(nlohmann::json& launch);

}  // namespace tutorial::driver
