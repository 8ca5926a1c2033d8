// The lens replaces memcpy, memmove and memset, and has the C library's checked forms do the work. In a program that is
// linked statically those would call back. These take their place there. They call nothing: the program's start needs them too.
#include <cstddef>

extern "C" {

void* runner_copy(void* to, const void* from, std::size_t bytes, std::size_t) __asm__("__memcpy_chk");
void* runner_move(void* to, const void* from, std::size_t bytes, std::size_t) __asm__("__memmove_chk");
void* runner_fill(void* to, int value, std::size_t bytes, std::size_t) __asm__("__memset_chk");

void* runner_copy(void* to, const void* from, std::size_t bytes, std::size_t) {
  auto* __restrict__ target = static_cast<char*>(to);
  const auto* __restrict__ source = static_cast<const char*>(from);
  for (std::size_t i = 0; i < bytes; ++i) target[i] = source[i];
  return to;
}

void* runner_move(void* to, const void* from, std::size_t bytes, std::size_t room) {
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  if (target + bytes <= source || source + bytes <= target) return runner_copy(to, from, bytes, room);
  if (target < source)
    for (std::size_t i = 0; i < bytes; ++i) target[i] = source[i];
  else
    for (std::size_t i = bytes; i > 0; --i) target[i - 1] = source[i - 1];
  return to;
}

void* runner_fill(void* to, int value, std::size_t bytes, std::size_t) {
  auto* target = static_cast<char*>(to);
  for (std::size_t i = 0; i < bytes; ++i) target[i] = static_cast<char>(value);
  return to;
}
}
