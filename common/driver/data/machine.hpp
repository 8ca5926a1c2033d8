#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/data/gpu.hpp"
#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// What results are to be read with: the device, its caches and clocks, driver and toolkit, the CPU, the date, and which sources.
///
/// "commit" is the tree's, or $TUTORIAL_COMMIT where the tree is a copy without its history, or "unknown"; "changes" is a number that
/// identifies the differences from the commit, or "".
nlohmann::ordered_json about_machine(const Manifest& manifest, const Gpu& gpu);

/// "2026-11-20T19:59:42Z"
std::string utc_now();

/// The clocks that nvidia-smi gives in its line "1980, 3201, 345, 3201, 700.00": null for what it does not tell.
nlohmann::ordered_json clocks_from(const std::string& line);

}  // namespace tutorial::driver
