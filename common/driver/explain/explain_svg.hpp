#pragma once

#include <string>
#include <vector>

#include "driver/data/lens_report.hpp"

namespace tutorial::driver::lens {

/// An access and the kernel that makes it.
struct Shown {
  const Kernel* kernel;
  const Access* access;
};

/// One below the other, which lane goes to which sector or bank, as an SVG document. As wide as a phone; drawn in the colour of
/// the text around it, or alone in one that fits a light and a dark background. Every access must have its sample.
std::string pictures_svg(const std::vector<Shown>& pictures);

}  // namespace tutorial::driver::lens
