// The shared memory arenas of blocks.
#pragma once

#include <cstddef>

namespace cudasim {

constexpr std::size_t static_shared_limit = std::size_t{48} * 1024;  ///< bytes, as ptxas has it

/// An arena that no block in flight uses. Where there is none left, the process ends.
char* take_arena();
/// The same; null if only those that new workers will need are left.
char* take_arena_if_any();
void give_back_arena(char* arena);

/// Shared memory is not initialised on the device. Here each block finds all bits set (NaN, -1), so that a
/// program that reads before it writes does not come out right by luck.
void poison_shared(char* arena, std::size_t bytes);

}  // namespace cudasim
