// The runtime functions that cuRAND's XORWOW needs.
#pragma once

#include <cstdint>

namespace cudasim::detail {

/// XORWOW's five words after `count` times 2^`exponent` steps; `exponent` is at most 67.
void skip_xorwow(unsigned (&words)[5], std::uint64_t count, unsigned exponent);

}  // namespace cudasim::detail
