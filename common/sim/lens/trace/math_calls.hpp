// Functions that are an instruction of a GPU and a call into the system's library here, where a thread is followed step by step.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/lens/trace/x86_instruction.hpp"

namespace cudasim::lens {

/// Looks the functions up. Not in a signal's handler, in which math_call may be used.
void prepare_math_calls();

/// What the call of this address computes, as an instruction would: none where it is no such function, or the program's first call of it.
std::optional<X86Instruction> math_call(std::uint64_t target);

}  // namespace cudasim::lens
