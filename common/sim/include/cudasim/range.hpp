// What a program says it is busy with (NVTX ranges): the lens counts launches by it.
#pragma once

namespace cudasim {

/// A range begins on the calling thread, inside those that it has begun before. Returns how many those are, as NVTX does.
int push_range(const char* name);
/// The range that began last ends. Returns how many are left, or -1 where none had begun.
int pop_range();

}  // namespace cudasim
