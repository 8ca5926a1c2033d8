// The shared memory arenas of blocks.
#pragma once

#include <cstddef>

namespace cudasim {

constexpr std::size_t static_shared_limit = std::size_t{48} * 1024;  ///< Bytes, as for ptxas.

/// An arena that no block in flight uses. If there is none left, the process ends.
char* take_arena();
/// The same; null if only those are left that new workers will need.
char* take_arena_if_any();
void give_back_arena(char* arena);

/// Shared memory is not initialized on a device. Here each block finds all bits set (NaN, -1), so that a
/// program that reads before it writes does not get a correct result by chance.
void poison_shared(char* arena, std::size_t bytes);

}  // namespace cudasim
