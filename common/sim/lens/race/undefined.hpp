// What C++ leaves undefined and a device defines.
#pragma once

namespace cudasim::lens {

/// The running thread has divided an integer by zero before the instruction at `next`. Returns false where nothing is watched.
bool note_division_by_zero(const void* next);

}  // namespace cudasim::lens
