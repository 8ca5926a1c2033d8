// Announces fibre stacks to AddressSanitizer, which would otherwise take a switch for a jump out of the stack.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define CUDASIM_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUDASIM_ASAN
#endif
#endif

#ifdef CUDASIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace cudasim {

#ifdef CUDASIM_ASAN

/// What the sanitizer knows of a fibre's stack.
class SanitizedStack {
 public:
  SanitizedStack() = default;
  SanitizedStack(const void* bottom, std::size_t size) : bottom_(bottom), size_(size) {}

  /// The running fibre, whose stack this is, is about to enter another one.
  void leave_for(const SanitizedStack& other) {
    __sanitizer_start_switch_fiber(&locals_, other.bottom_, other.size_);
  }
  /// It was entered again, by a fibre with another stack. The stack of an OS thread is known from then on.
  void enter_from(SanitizedStack& other) {
    __sanitizer_finish_switch_fiber(locals_, &other.bottom_, &other.size_);
  }
  /// The stack is unused from now on, even if a fibre was left on it.
  void clear() {
    locals_ = nullptr;
    __asan_unpoison_memory_region(bottom_, size_);
  }

 private:
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
  void* locals_ = nullptr;  // the sanitizer keeps variables that it checks after their function has returned
};

#else

struct SanitizedStack {
  SanitizedStack() = default;
  SanitizedStack(const void* /*bottom*/, std::size_t /*size*/) {}
  void leave_for(const SanitizedStack& /*other*/) {}
  void enter_from(SanitizedStack& /*other*/) {}
  void clear() {}
};

#endif

}  // namespace cudasim
