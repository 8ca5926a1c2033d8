// How a radix sort sees a key: as bits that are ordered as the keys are.
#pragma once

#include <type_traits>

#include "util_type.cuh"

namespace cub {
namespace sim {

template <std::size_t bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using Type = unsigned char;
};
template <>
struct UnsignedOf<2> {
  using Type = unsigned short;
};
template <>
struct UnsignedOf<4> {
  using Type = unsigned;
};
template <>
struct UnsignedOf<8> {
  using Type = unsigned long long;
};

/// Integers and floating-point numbers; the two zeros are equal, as for CUB.
template <class Key>
__device__ __forceinline__ unsigned long long ordered_bits(const Key& key, bool descending) {
  using Bits = typename UnsignedOf<sizeof(Key)>::Type;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Key) - 1));
  Bits bits;
  __builtin_memcpy(&bits, static_cast<const void*>(&key), sizeof(Key));
  if constexpr (!std::is_integral<Key>::value) {
    if (bits == sign) bits = 0;
    bits = static_cast<Bits>((bits & sign) != 0 ? ~bits : bits ^ sign);
  } else if constexpr (std::is_signed<Key>::value) {
    bits = static_cast<Bits>(bits ^ sign);
  }
  return static_cast<Bits>(descending ? ~bits : bits);
}

/// `count` bits from `begin` on.
constexpr unsigned long long digit(unsigned long long bits, int begin, int count) {
  return (bits >> begin) & (count >= 64 ? ~0ull : (1ull << count) - 1);
}

}  // namespace sim
}  // namespace cub
