#pragma once

/// @file
/// The contents of an output before a kernel writes it.

#include <array>
#include <cstring>
#include <type_traits>

namespace tutorial {

/// The byte that fills memory that no kernel has written: a NaN for floating-point types, 0xA5 for integers, and 0x7F for structures,
/// which is huge as a floating-point number (3.4e38 for float) and as an index. No correct result has this byte everywhere.
template <typename T>
inline constexpr unsigned char poison_byte = std::is_floating_point_v<T> ? 0xFF
                                             : std::is_class_v<T>        ? 0x7F
                                                                         : 0xA5;

/// Whether a value is still the poison: then no kernel has written it.
template <typename T>
bool is_poison(const T& value) {
  std::array<unsigned char, sizeof value> poison;
  poison.fill(poison_byte<T>);
  return std::memcmp(&value, poison.data(), sizeof value) == 0;
}

}  // namespace tutorial
