// Integer division by zero as on a GPU, which continues with all bits set; an x86-64 processor raises a signal.
#pragma once

#include <cstdint>

namespace cudasim {

enum class Division { by_zero, too_large, unknown };

/// The division that raised SIGFPE gets a GPU's result, and the thread continues after it. Quotient and remainder of a division by zero
/// are -1. Of the lowest number by -1, whose quotient does not fit, they are the dividend and 0.
/// @return the kind of division; if it is unknown, nothing has changed
Division complete_division(void* context);

/// The size of the code that raised a signal; 0 if unknown.
std::uintptr_t program_counter(void* context);

}  // namespace cudasim
