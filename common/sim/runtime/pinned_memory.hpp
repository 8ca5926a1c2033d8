// Host memory that the device may use: ordinary memory, recorded in a table.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cudasim {

struct PinnedRange {
  char* begin;
  std::size_t bytes;
  unsigned int flags;
  bool registered;               ///< By cudaHostRegister: its memory belongs to the program.
  const void* caller = nullptr;  ///< return address of the call that allocated it
};

/// The pinned range that contains this address.
std::optional<PinnedRange> find_pinned(const void* pointer);

/// Whether there is any: for those who ask at each access.
bool any_pinned();

/// All pinned ranges, by address.
std::vector<PinnedRange> pinned_ranges();

/// Ranges allocated or registered, and not released.
std::size_t pinned_count();

/// Frees the memory of cudaMallocHost and forgets registered memory.
void release_pinned();

}  // namespace cudasim
