#pragma once

#include <cstddef>
#include <set>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// Offsets of the `if`s whose text is device code for some architectures and nothing for the rest, so that it
/// would silently be missing here, where `__CUDA_ARCH__` is not defined:
///
///   #if __CUDA_ARCH__ >= 700      a kernel's body, or a function that kernels call
///   #endif                        no other branch, or an empty one
///
/// They are compiled as for `assumed_architecture`. Inline PTX stays left out: it could only be refused.
/// `everything` holds the tokens of all regions.
std::set<std::size_t> device_regions(const Source& everything);

}  // namespace cudasim::translate
