// DPX: a sum, a minimum and a maximum in one instruction of Hopper's, for 32-bit integers and for the two 16-bit parts of a word.
#pragma once

#include <cstdint>

namespace cudasim {
namespace dpx {

template <class T>
constexpr T most(T a, T b) {
  return a < b ? b : a;
}
template <class T>
constexpr T least(T a, T b) {
  return b < a ? b : a;
}
/// Wraps round.
template <class T>
constexpr T sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}

template <class T, class Operation>
constexpr unsigned int of_halves(unsigned int a, unsigned int b, unsigned int c, Operation operation) {
  const auto low = static_cast<std::uint16_t>(
      operation(static_cast<T>(a & 0xffffu), static_cast<T>(b & 0xffffu), static_cast<T>(c & 0xffffu)));
  const auto high = static_cast<std::uint16_t>(
      operation(static_cast<T>(a >> 16), static_cast<T>(b >> 16), static_cast<T>(c >> 16)));
  return static_cast<unsigned int>(high) << 16 | low;
}

/// The chosen one of a and b; `is_first`: whether it is a, and so where both are equal.
template <class T>
T chosen(T a, T b, bool is_first, bool* told) {
  *told = is_first;
  return is_first ? a : b;
}

}  // namespace dpx
}  // namespace cudasim

#define CUDASIM_DPX(name, Word, Half, words, halves, expression)                                      \
  inline Word name##_##words(Word x, Word y, Word z) {                                                \
    using namespace cudasim::dpx;                                                                     \
    return expression(Word);                                                                          \
  }                                                                                                   \
  inline unsigned int name##_##halves(unsigned int a, unsigned int b, unsigned int c) {               \
    using namespace cudasim::dpx;                                                                     \
    return of_halves<Half>(a, b, c, [](Half x, Half y, Half z) -> Half { return expression(Half); }); \
  }
#define CUDASIM_DPX_S_U(name, expression)                      \
  CUDASIM_DPX(name, int, std::int16_t, s32, s16x2, expression) \
  CUDASIM_DPX(name, unsigned int, std::uint16_t, u32, u16x2, expression)
#define CUDASIM_DPX_RELU(name, expression) \
  CUDASIM_DPX(name, int, std::int16_t, s32_relu, s16x2_relu, expression)
#define CUDASIM_MAX3(T)         most(most(x, y), z)
#define CUDASIM_MIN3(T)         least(least(x, y), z)
#define CUDASIM_ADD_MAX(T)      most(sum(x, y), z)
#define CUDASIM_ADD_MIN(T)      least(sum(x, y), z)
#define CUDASIM_MAX3_RELU(T)    most(CUDASIM_MAX3(T), T{0})
#define CUDASIM_MIN3_RELU(T)    most(CUDASIM_MIN3(T), T{0})
#define CUDASIM_ADD_MAX_RELU(T) most(CUDASIM_ADD_MAX(T), T{0})
#define CUDASIM_ADD_MIN_RELU(T) most(CUDASIM_ADD_MIN(T), T{0})
CUDASIM_DPX_S_U(__vimax3, CUDASIM_MAX3)
CUDASIM_DPX_S_U(__vimin3, CUDASIM_MIN3)
CUDASIM_DPX_S_U(__viaddmax, CUDASIM_ADD_MAX)
CUDASIM_DPX_S_U(__viaddmin, CUDASIM_ADD_MIN)
CUDASIM_DPX_RELU(__vimax3, CUDASIM_MAX3_RELU)
CUDASIM_DPX_RELU(__vimin3, CUDASIM_MIN3_RELU)
CUDASIM_DPX_RELU(__viaddmax, CUDASIM_ADD_MAX_RELU)
CUDASIM_DPX_RELU(__viaddmin, CUDASIM_ADD_MIN_RELU)
#undef CUDASIM_MAX3
#undef CUDASIM_MIN3
#undef CUDASIM_ADD_MAX
#undef CUDASIM_ADD_MIN
#undef CUDASIM_MAX3_RELU
#undef CUDASIM_MIN3_RELU
#undef CUDASIM_ADD_MAX_RELU
#undef CUDASIM_ADD_MIN_RELU
#undef CUDASIM_DPX_RELU
#undef CUDASIM_DPX_S_U
#undef CUDASIM_DPX

inline int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
inline int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
inline unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __vimax3_s16x2(a, b, 0); }
inline unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// The predicates say which operand was chosen.
#define CUDASIM_DPX_CHOICE(name, op, Word, Half, words, halves)                                \
  inline Word name##_##words(Word a, Word b, bool* first) {                                    \
    return cudasim::dpx::chosen(a, b, a op b, first);                                          \
  }                                                                                            \
  inline unsigned int name##_##halves(unsigned int a, unsigned int b, bool* high, bool* low) { \
    const auto a_high = static_cast<Half>(a >> 16), b_high = static_cast<Half>(b >> 16);       \
    const auto a_low = static_cast<Half>(a & 0xffffu), b_low = static_cast<Half>(b & 0xffffu); \
    const Half top = cudasim::dpx::chosen(a_high, b_high, a_high op b_high, high);             \
    const Half bottom = cudasim::dpx::chosen(a_low, b_low, a_low op b_low, low);               \
    return static_cast<unsigned int>(static_cast<std::uint16_t>(top)) << 16 |                  \
           static_cast<std::uint16_t>(bottom);                                                 \
  }
CUDASIM_DPX_CHOICE(__vibmax, >=, int, std::int16_t, s32, s16x2)
CUDASIM_DPX_CHOICE(__vibmax, >=, unsigned int, std::uint16_t, u32, u16x2)
CUDASIM_DPX_CHOICE(__vibmin, <=, int, std::int16_t, s32, s16x2)
CUDASIM_DPX_CHOICE(__vibmin, <=, unsigned int, std::uint16_t, u32, u16x2)
#undef CUDASIM_DPX_CHOICE
