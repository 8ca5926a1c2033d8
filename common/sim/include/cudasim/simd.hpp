// Arithmetic on the bytes and half-words packed in a 32-bit word, and dot products of them.
#pragma once

#include <cstdint>

#include "cudasim/types.hpp"

namespace cudasim {
/// Applies an operation to each lane of type T of two words.
template <class T, class Operation>
constexpr unsigned int per_lane(unsigned int a, unsigned int b, Operation operation) {
  constexpr int bits = 8 * sizeof(T);
  unsigned int result = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const int lane =
        operation(static_cast<int>(static_cast<T>(a >> shift)), static_cast<int>(static_cast<T>(b >> shift)));
    result |= (static_cast<unsigned int>(lane) & ((1u << bits) - 1u)) << shift;
  }
  return result;
}
template <class T>
constexpr int clamp_to(int x) {
  constexpr int low = T(-1) < T(0) ? -(1 << (8 * sizeof(T) - 1)) : 0;
  constexpr int high = low + (1 << (8 * sizeof(T))) - 1;
  return x < low ? low : x > high ? high : x;
}
/// The sum of the lanes' distances.
template <class T>
constexpr unsigned int sum_of_distances(unsigned int a, unsigned int b) {
  unsigned int sum = 0;
  for (int shift = 0; shift < 32; shift += 8 * static_cast<int>(sizeof(T))) {
    const int x = static_cast<T>(a >> shift), y = static_cast<T>(b >> shift);
    sum += static_cast<unsigned int>(x > y ? x - y : y - x);
  }
  return sum;
}
/// c plus the sum of the products of `count` lanes, of b from lane `first` on.
template <class A, class B, class C>
constexpr C dot(unsigned int a, unsigned int b, C c, int count, int first) {
  for (int i = 0; i < count; ++i)
    c += static_cast<C>(static_cast<A>(a >> (8 * static_cast<int>(sizeof(A)) * i))) *
         static_cast<C>(static_cast<B>(b >> (8 * static_cast<int>(sizeof(B)) * (i + first))));
  return c;
}
}  // namespace cudasim

// name4 works on bytes, name2 on half-words; s and u are signed and unsigned lanes.
#define CUDASIM_LANES(name, signed_type, expression)                                             \
  inline unsigned int name(unsigned int a, unsigned int b) {                                     \
    using Lane [[maybe_unused]] = signed_type;                                                   \
    return cudasim::per_lane<signed_type>(a, b, [](int x, int y) -> int { return expression; }); \
  }
#define CUDASIM_LANES_2_4(name, expression)         \
  CUDASIM_LANES(name##2, std::uint16_t, expression) \
  CUDASIM_LANES(name##4, std::uint8_t, expression)
#define CUDASIM_LANES_S_U(name, suffix, expression)            \
  CUDASIM_LANES(name##s##suffix##2, std::int16_t, expression)  \
  CUDASIM_LANES(name##s##suffix##4, std::int8_t, expression)   \
  CUDASIM_LANES(name##u##suffix##2, std::uint16_t, expression) \
  CUDASIM_LANES(name##u##suffix##4, std::uint8_t, expression)
CUDASIM_LANES_2_4(__vadd, x + y)
CUDASIM_LANES_2_4(__vsub, x - y)
CUDASIM_LANES_2_4(__vcmpeq, x == y ? -1 : 0)
CUDASIM_LANES_2_4(__vcmpne, x != y ? -1 : 0)
CUDASIM_LANES_2_4(__vseteq, x == y)
CUDASIM_LANES_2_4(__vsetne, x != y)
CUDASIM_LANES_S_U(__vmax, , x > y ? x : y)
CUDASIM_LANES_S_U(__vmin, , x < y ? x : y)
CUDASIM_LANES_S_U(__vabsdiff, , x > y ? x - y : y - x)
CUDASIM_LANES_S_U(__vavg, , (x + y + 1) >> 1)
CUDASIM_LANES_S_U(__vcmpgt, , x > y ? -1 : 0)
CUDASIM_LANES_S_U(__vcmpge, , x >= y ? -1 : 0)
CUDASIM_LANES_S_U(__vcmplt, , x < y ? -1 : 0)
CUDASIM_LANES_S_U(__vcmple, , x <= y ? -1 : 0)
CUDASIM_LANES_S_U(__vsetgt, , x > y)
CUDASIM_LANES_S_U(__vsetge, , x >= y)
CUDASIM_LANES_S_U(__vsetlt, , x < y)
CUDASIM_LANES_S_U(__vsetle, , x <= y)
CUDASIM_LANES(__vhaddu2, std::uint16_t, (x + y) >> 1)
CUDASIM_LANES(__vhaddu4, std::uint8_t, (x + y) >> 1)
CUDASIM_LANES(__vaddss2, std::int16_t, cudasim::clamp_to<Lane>(x + y))
CUDASIM_LANES(__vaddss4, std::int8_t, cudasim::clamp_to<Lane>(x + y))
CUDASIM_LANES(__vaddus2, std::uint16_t, cudasim::clamp_to<Lane>(x + y))
CUDASIM_LANES(__vaddus4, std::uint8_t, cudasim::clamp_to<Lane>(x + y))
CUDASIM_LANES(__vsubss2, std::int16_t, cudasim::clamp_to<Lane>(x - y))
CUDASIM_LANES(__vsubss4, std::int8_t, cudasim::clamp_to<Lane>(x - y))
CUDASIM_LANES(__vsubus2, std::uint16_t, cudasim::clamp_to<Lane>(x - y))
CUDASIM_LANES(__vsubus4, std::uint8_t, cudasim::clamp_to<Lane>(x - y))
#undef CUDASIM_LANES_S_U
#undef CUDASIM_LANES_2_4
#undef CUDASIM_LANES

#define CUDASIM_LANES_OF_ONE(name, expression)                                                               \
  inline unsigned int name##2(unsigned int a) {                                                              \
    using Lane [[maybe_unused]] = std::int16_t;                                                              \
    return cudasim::per_lane<std::int16_t>(a, 0,                                                             \
                                           [](int x, [[maybe_unused]] int y) -> int { return expression; }); \
  }                                                                                                          \
  inline unsigned int name##4(unsigned int a) {                                                              \
    using Lane [[maybe_unused]] = std::int8_t;                                                               \
    return cudasim::per_lane<std::int8_t>(a, 0,                                                              \
                                          [](int x, [[maybe_unused]] int y) -> int { return expression; });  \
  }
CUDASIM_LANES_OF_ONE(__vabs, x < 0 ? -x : x)
CUDASIM_LANES_OF_ONE(__vneg, -x)
CUDASIM_LANES_OF_ONE(__vabsss, cudasim::clamp_to<Lane>(x < 0 ? -x : x))
CUDASIM_LANES_OF_ONE(__vnegss, cudasim::clamp_to<Lane>(-x))
#undef CUDASIM_LANES_OF_ONE

inline unsigned int __vsads2(unsigned int a, unsigned int b) {
  return cudasim::sum_of_distances<std::int16_t>(a, b);
}
inline unsigned int __vsads4(unsigned int a, unsigned int b) {
  return cudasim::sum_of_distances<std::int8_t>(a, b);
}
inline unsigned int __vsadu2(unsigned int a, unsigned int b) {
  return cudasim::sum_of_distances<std::uint16_t>(a, b);
}
inline unsigned int __vsadu4(unsigned int a, unsigned int b) {
  return cudasim::sum_of_distances<std::uint8_t>(a, b);
}

inline int __dp4a(int a, int b, int c) {
  return cudasim::dot<std::int8_t, std::int8_t>(static_cast<unsigned int>(a), static_cast<unsigned int>(b), c,
                                                4, 0);
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  return cudasim::dot<std::uint8_t, std::uint8_t>(a, b, c, 4, 0);
}
inline int __dp2a_lo(int a, int b, int c) {
  return cudasim::dot<std::int16_t, std::int8_t>(static_cast<unsigned int>(a), static_cast<unsigned int>(b),
                                                 c, 2, 0);
}
inline int __dp2a_hi(int a, int b, int c) {
  return cudasim::dot<std::int16_t, std::int8_t>(static_cast<unsigned int>(a), static_cast<unsigned int>(b),
                                                 c, 2, 2);
}
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return cudasim::dot<std::uint16_t, std::uint8_t>(a, b, c, 2, 0);
}
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return cudasim::dot<std::uint16_t, std::uint8_t>(a, b, c, 2, 2);
}
inline int __dp4a(char4 a, char4 b, int c) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c; }
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return static_cast<unsigned int>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c;
}
