// Asynchronous copies to shared memory, which happen at once, so there is nothing to commit or to wait for. The lens records them all, since it
// knows which have not been waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cudasim/global_space.hpp"

namespace cudasim::detail {

/// At most one load, of what is not cleared, and one store, as wide as the copy, as the device has it. Of 16 bytes the processor
/// requires no more alignment than 8: the lens reports misaligned accesses, where the processor would stop.
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

/// The running thread has started a copy that reads only the first `read` of its bytes. `until`: the barrier whose phase ends when it has; null:
/// one of the thread's groups.
void tell_copy_to_lens(const void* to, std::size_t bytes, const void* from, std::size_t read,
                       const void* until);
void tell_commit_to_lens();
void tell_wait_to_lens(std::size_t newest);
void tell_phase_to_lens(const void* barrier);

/// The launch fails with cudaErrorMisalignedAddress.
[[noreturn]] void misaligned_copy(const Site& site, std::size_t bytes);

/// PTX manual, cp.async: both addresses are multiples of the size of the copy.
inline __attribute__((always_inline)) void expect_aligned(const void* to, const void* from, std::size_t size,
                                                          const Site& site) {
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  if ((size == 4 || size == 8 || size == 16) && both % size != 0) misaligned_copy(site, size);
}

/// The phase of the barrier is about to end.
inline __attribute__((always_inline)) void tell_phase([[maybe_unused]] const void* barrier) {
#ifdef CUDASIM_LENS
  tell_phase_to_lens(barrier);
#endif
}

/// Copies size - zero_fill bytes and clears the rest.
inline __attribute__((always_inline)) void start_copy(void* to, const void* from, std::size_t size,
                                                      std::size_t zero_fill,
                                                      [[maybe_unused]] const void* until) {
  const std::size_t bytes = size - zero_fill;
  if (size == 4) {
    copy_word<std::uint32_t>(to, from, bytes);
  } else if (size == 8) {
    copy_word<std::uint64_t>(to, from, bytes);
  } else if (size == 16) {
    copy_word<unsigned __int128>(to, from, bytes);
  } else {
    std::memcpy(to, from, bytes);
    std::memset(static_cast<char*>(to) + bytes, 0, zero_fill);
  }
#ifdef CUDASIM_LENS
  tell_copy_to_lens(to, size, from, bytes, until);
#endif
}

/// The thread's copies so far are a group; it waits for all groups but the newest.
inline void commit_copies() {
#ifdef CUDASIM_LENS
  tell_commit_to_lens();
#endif
}
inline void wait_for_copies([[maybe_unused]] std::size_t newest) {
#ifdef CUDASIM_LENS
  tell_wait_to_lens(newest);
#endif
}

}  // namespace cudasim::detail
