#pragma once

/// @file
/// What an output holds before a kernel writes it.

#include <array>
#include <cstring>
#include <type_traits>

namespace tutorial {

/// The byte that fills memory which no kernel has written: a NaN for floating-point types, 0xA5 for integers, and 0x7F for structures,
/// which is huge whether a member is floating-point (3.4e38 for float) or an index. No right answer has it in every byte.
template <typename T>
inline constexpr unsigned char poison_byte = std::is_floating_point_v<T> ? 0xFF
                                             : std::is_class_v<T>        ? 0x7F
                                                                         : 0xA5;

/// Whether a value is still what it was before any kernel wrote it.
template <typename T>
bool is_poison(const T& value) {
  std::array<unsigned char, sizeof value> poison;
  poison.fill(poison_byte<T>);
  return std::memcmp(&value, poison.data(), sizeof value) == 0;
}

}  // namespace tutorial
