// A value of a thread that is followed step by step: when it is there, and what was known of it before.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cudasim::lens {

/// What a compiler knows of a value ahead of the run: all of it, that it is the thread's own (of parameters and indices), or nothing, since
/// it was loaded.
enum class Origin : std::uint8_t { known, own, loaded };

/// When a value is there: the loads and operations, one after the other, that it took.
struct When {
  float time = 0, global = 0, near = 0, shared = 0, chain = 0;
  std::uint32_t product = 0;  ///< its number if it is a product of floating-point numbers
  std::uint32_t base =
      0;  ///< the number of the value to which only constants were added since; 0: it has none yet
  bool uneven = false;  ///< of equal steps, by a bitwise operation: no distance in an address
  bool root = false;    ///< of a number, which an inverse would join
  bool grown = false;   ///< its last change was by a variable
  Origin origin = Origin::own;
};

inline const When& later(const When& a, const When& b) { return a.time >= b.time ? a : b; }

/// Of two values together.
inline When both(const When& a, const When& b) {
  When result = later(a, b);
  result.origin = std::max(a.origin, b.origin);
  return result;
}

}  // namespace cudasim::lens
