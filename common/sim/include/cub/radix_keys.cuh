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
__host__ __device__ __forceinline__ unsigned long long ordered_bits(const Key& key, bool descending) {
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

/// Back from the bits that are ordered as the keys are.
template <class Key>
__host__ __device__ __forceinline__ typename UnsignedOf<sizeof(Key)>::Type plain_bits(
    typename UnsignedOf<sizeof(Key)>::Type bits) {
  using Bits = typename UnsignedOf<sizeof(Key)>::Type;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Key) - 1));
  if constexpr (!std::is_integral<Key>::value)
    return static_cast<Bits>((bits & sign) != 0 ? bits ^ sign : ~bits);
  else
    return static_cast<Bits>(std::is_signed<Key>::value ? bits ^ sign : bits);
}

/// `count` bits from `begin` on.
constexpr unsigned long long digit(unsigned long long bits, int begin, int count) {
  return (bits >> begin) & (count >= 64 ? ~0ull : (1ull << count) - 1);
}

}  // namespace sim

/// The bits of a number, and their order.
template <class T>
struct Traits {
  using UnsignedBits = typename sim::UnsignedOf<sizeof(T)>::Type;

  static __host__ __device__ __forceinline__ UnsignedBits TwiddleIn(UnsignedBits bits) {
    T key;
    __builtin_memcpy(static_cast<void*>(&key), &bits, sizeof(T));
    return static_cast<UnsignedBits>(sim::ordered_bits(key, false));
  }
  static __host__ __device__ __forceinline__ UnsignedBits TwiddleOut(UnsignedBits bits) {
    return sim::plain_bits<T>(bits);
  }
};

}  // namespace cub
