// Functions that are instructions of a GPU and a call into the system's library here, where a thread is followed step by step.
#pragma once

#include <cstdint>

#include "sim/lens/trace/x86_instruction.hpp"

namespace cudasim::lens {

/// The instructions that nvcc makes of a function, for ordinary arguments: counted in what nvcc 13.0 makes for compute capability 9.0.
struct DeviceFunction {
  double fp32 = 0;
  double integer = 0;  ///< compares, selections and conversions among them
  double special = 0;  ///< reciprocals, roots, exponentials
  double other = 0;    ///< moves, branches
  double chain = 0;    ///< operations in a row; one of the special unit is as long as four
};

inline constexpr DeviceFunction division{.fp32 = 5, .special = 2, .other = 3, .chain = 8};
inline constexpr DeviceFunction square_root{.fp32 = 4, .integer = 2, .special = 1, .other = 3, .chain = 7};
inline constexpr DeviceFunction reciprocal_root{
    .fp32 = 2, .integer = 1, .special = 1, .other = 0, .chain = 6};

struct MathFunction {
  const char* name;
  unsigned arguments;
  bool is_double;
  DeviceFunction device;
  std::uint64_t address = 0;
};

/// Looks the functions up. Not in a signal's handler, in which math_call may be used.
void prepare_math_calls();

/// The function that the call of this address goes to: none where it is no such function, or the program's first call of it.
const MathFunction* math_call(std::uint64_t target);

}  // namespace cudasim::lens
