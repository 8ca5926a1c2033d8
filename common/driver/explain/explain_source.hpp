#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/data/lens_report.hpp"
#include "support/layout.hpp"

namespace tutorial::driver::lens {

/// The lines of a source file, and the name to show; no lines if it cannot be read.
struct Source {
  std::string name;
  std::vector<std::string> lines;
  std::string path = {};  ///< by which an editor finds it from the current folder
};
using Sources = std::function<Source(const std::string& file)>;

/// What is said below a kernel's source; "" for nothing.
using Ending = std::function<std::string(const std::string& kernel)>;

/// Every kernel's source with, beside each line that accesses memory, what that costs; below it, advice.
std::string kernels_text(const Report& report, const Sources& sources, const Style& style,
                         const Ending& ending = {});

/// Every hazard with both of its lines. Empty if there are none.
std::string hazards_text(const Report& report, const Sources& sources, const Style& style);

}  // namespace tutorial::driver::lens
