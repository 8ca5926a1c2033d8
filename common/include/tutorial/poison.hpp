#pragma once

/// @file
/// The contents of an output before a kernel writes it.

#include <array>
#include <cstring>
#include <type_traits>

namespace tutorial {

/// The byte that fills memory that no kernel has written: a NaN for floating-point types, 0xA5 for integers, and 0x7F for structures,
/// which is huge whether a member is floating-point (3.4e38 for float) or an index. No correct result has it in every byte.
template <typename T>
inline constexpr unsigned char poison_byte = std::is_floating_point_v<T> ? 0xFF
                                             : std::is_class_v<T>        ? 0x7F
                                                                         : 0xA5;

/// Whether a value is still the poison, so that no kernel has written it.
template <typename T>
bool is_poison(const T& value) {
  std::array<unsigned char, sizeof value> poison;
  poison.fill(poison_byte<T>);
  return std::memcmp(&value, poison.data(), sizeof value) == 0;
}

}  // namespace tutorial
