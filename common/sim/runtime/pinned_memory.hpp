// Host memory that the device may use: it is ordinary memory, only remembered.
#pragma once

#include <cstddef>
#include <optional>

namespace cudasim {

struct PinnedRange {
  char* begin;
  std::size_t bytes;
  unsigned int flags;
  bool registered;  ///< by cudaHostRegister: its memory is the program's
};

/// The pinned range that holds this address.
std::optional<PinnedRange> find_pinned(const void* pointer);

/// Ranges allocated or registered, and not given back.
std::size_t pinned_count();

/// Frees what cudaMallocHost gave and forgets what was registered.
void release_pinned();

}  // namespace cudasim
