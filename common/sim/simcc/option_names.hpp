#pragma once

#include <set>
#include <string>

namespace cudasim::simcc {

/// Names without their dashes: nvcc takes most with one or two.
using Words = std::set<std::string, std::less<>>;

extern const Words ignored_flags;      ///< Without a value, and ignored here.
extern const Words ignored_options;    ///< With a value.
extern const Words refused;            ///< Options that request device code.
extern const Words runtime_libraries;  ///< Options of the simulator.
extern const Words toolkit_libraries;  ///< Of the CUDA toolkit, not simulated.

}  // namespace cudasim::simcc
