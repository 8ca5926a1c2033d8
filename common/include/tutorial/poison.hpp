#pragma once

/// @file
/// The contents of an output before a kernel writes it.

#include <cstddef>
#include <span>
#include <type_traits>

namespace tutorial {

/// The byte that fills memory that no kernel has written: a NaN for floating-point types, 0xA5 for integers, and 0x7F for structures,
/// which is huge as a floating-point number (3.4e38 for float) and as an index. No correct result has this byte everywhere.
template <typename T>
inline constexpr unsigned char poison_byte = std::is_floating_point_v<T> ? 0xFF
                                             : std::is_class_v<T>        ? 0x7F
                                                                         : 0xA5;

/// How many of the bytes, counted from the first, all have this value.
std::size_t leading_bytes(const void* bytes, std::size_t count, unsigned char value);

/// How many of the elements, counted from the first, are still the poison: no kernel has written them.
template <typename T>
std::size_t leading_poison(std::span<const T> elements) {
  return leading_bytes(elements.data(), elements.size_bytes(), poison_byte<T>) / sizeof(T);
}

}  // namespace tutorial
