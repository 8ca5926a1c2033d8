// Stand-in: asynchronous copies to shared memory happen at once, so there is nothing to commit or to wait
// for.
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda_runtime.h"

namespace cudasim::detail {

/// At most one load, of what is not cleared, and one store, as wide as the copy, as the device has it. Of 16 bytes the processor
/// expects no more alignment than of 8: the lens tells of what is not aligned, the processor would stop.
template <class Word>
inline __attribute__((always_inline)) void copy_word(void* to, const void* from, std::size_t bytes) {
  typedef Word Any __attribute__((may_alias, aligned(sizeof(Word) < 8 ? sizeof(Word) : 8)));
  Any word = 0;
  if (bytes == sizeof(Word))
    word = *static_cast<const Any*>(from);
  else
    std::memcpy(&word, from, bytes);
  *static_cast<Any*>(to) = word;
}

}  // namespace cudasim::detail

/// Copies size - zero_fill bytes and clears the rest. Inlined always, so that the access belongs to the caller's line.
inline __attribute__((always_inline)) void __pipeline_memcpy_async(void* to, const void* from,
                                                                   std::size_t size,
                                                                   std::size_t zero_fill = 0) {
  const std::size_t bytes = size - zero_fill;
  if (size == 4) {
    cudasim::detail::copy_word<std::uint32_t>(to, from, bytes);
  } else if (size == 8) {
    cudasim::detail::copy_word<std::uint64_t>(to, from, bytes);
  } else if (size == 16) {
    cudasim::detail::copy_word<unsigned __int128>(to, from, bytes);
  } else {
    std::memcpy(to, from, bytes);
    std::memset(static_cast<char*>(to) + bytes, 0, zero_fill);
  }
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
