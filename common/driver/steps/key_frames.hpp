#pragma once

#include <optional>
#include <string>

namespace tutorial::driver {

/// Drawings of the steps of a recording that say most: of each instruction the request that wastes most, the barriers, the shuffles, and
/// accesses that race. One SVG, a frame below the other.
/// @param steps what steps_for_readers() has made
/// @param line only steps of this line of the source; of all lines if it is not given
std::string key_frames_svg(const std::string& steps, const std::string& title, std::optional<int> line = {});

}  // namespace tutorial::driver
