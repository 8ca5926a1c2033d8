// The translator writes these into device code, so that operations which C++ leaves undefined give what a GPU gives: shifts by the width of
// the type or more, and conversions of numbers to integers that cannot hold them. In programs for the lens they are reported, too.
//
//   a << n + 1     ->  a << ::cudasim::shift_by->*n + 1        `->*` binds tighter than what may follow, and `<<` looser
//   a >>= n & 7    ->  a >>= ::cudasim::shift_by = n & 7
//   (int)x         ->  (int)(::cudasim::Converted<int>)x
//   static_cast<int>(x), int(x)  ->  ::cudasim::number_cast<int>(x)
//   int i = x * f  ->  int i = ::cudasim::converts<int> = x * f
//   s.a >>= n      ->  s.a = s.a >> ::cudasim::shift_by->*(n)
#pragma once

#include <limits>
#include <type_traits>
#include <utility>

#ifdef CUDASIM_LENS_CHECKS
extern "C" {
void cudasim_shift_too_far(unsigned bits, long long count);
void cudasim_cast_too_large(unsigned bits);
}
#endif

#define CUDASIM_ALWAYS __attribute__((always_inline)) constexpr

namespace cudasim {

/// The right operand of a shift: a number by value, anything else (`stream << text` in a macro) by reference.
template <class T>
struct ShiftCount {
  T value;
};

namespace detail {

template <class T>
using Kept =
    std::conditional_t<std::is_arithmetic<T>::value || std::is_enum<T>::value, std::remove_cv_t<T>, const T&>;

CUDASIM_ALWAYS void tell_shift(unsigned bits, long long count) {
#ifdef CUDASIM_LENS_CHECKS
  if (!__builtin_is_constant_evaluated()) cudasim_shift_too_far(bits, count);
#else
  static_cast<void>(bits), static_cast<void>(count);
#endif
}

template <class To>
CUDASIM_ALWAYS void tell_cast() {
#ifdef CUDASIM_LENS_CHECKS
  if (sizeof(To) >= 4 && !__builtin_is_constant_evaluated()) cudasim_cast_too_large(sizeof(To) * 8);
#endif
}

/// A GPU looks at 32 bits of the count.
template <class L, class R>
CUDASIM_ALWAYS auto shifted_left(L a, R n) {
  using T = decltype(+a);
  if (static_cast<unsigned>(n) < sizeof(T) * 8) return static_cast<T>(+a << static_cast<unsigned>(n));
  tell_shift(sizeof(T) * 8, static_cast<long long>(n));
  return T(0);
}

template <class L, class R>
CUDASIM_ALWAYS auto shifted_right(L a, R n) {
  using T = decltype(+a);
  if (static_cast<unsigned>(n) < sizeof(T) * 8) return static_cast<T>(+a >> static_cast<unsigned>(n));
  tell_shift(sizeof(T) * 8, static_cast<long long>(n));
  return static_cast<T>(+a < T(0) ? -1 : 0);
}

template <class L, class R>
constexpr bool shifts =
    std::is_integral<std::remove_reference_t<L>>::value&& std::is_convertible<R, unsigned>::value &&
    !std::is_class<std::remove_reference_t<R>>::value;

/// What a device converts to first: it has no registers of 8 bits, and none of 16 for this.
template <class To>
using Wide =
    std::conditional_t<(sizeof(To) >= 4), To, std::conditional_t<std::is_signed<To>::value, int, unsigned>>;

/// Looks itself whether the number fits.
template <class To, class From>
__attribute__((no_sanitize("float-cast-overflow"))) CUDASIM_ALWAYS To saturated(From x) {
  using W = Wide<To>;
  constexpr From beyond = static_cast<From>(W(1) << (std::numeric_limits<W>::digits - 1)) * 2;
  constexpr From lowest = std::is_signed<W>::value ? -beyond : From(0);
  if (x < beyond && (x >= lowest || lowest - x < 1)) return static_cast<To>(static_cast<W>(x));
  tell_cast<To>();
  if (x != x)
    return static_cast<To>(sizeof(From) >= 8 || sizeof(W) >= 8 ? W(1) << (sizeof(W) * 8 - 1) : W(0));
  return static_cast<To>(x < 0 ? std::numeric_limits<W>::min() : std::numeric_limits<W>::max());
}

}  // namespace detail

struct ShiftBy {
  template <class T>
  CUDASIM_ALWAYS ShiftCount<detail::Kept<T>> operator->*(const T& count) const {
    return {count};
  }
  template <class T>
  CUDASIM_ALWAYS ShiftCount<detail::Kept<T>> operator=(const T& count) const {
    return {count};
  }
};
inline constexpr ShiftBy shift_by{};

#define CUDASIM_IN_COUNT(op)                                                   \
  template <class A, class B>                                                  \
  CUDASIM_ALWAYS auto operator op(ShiftCount<A> a, const B& b) {               \
    return ShiftCount<std::remove_cv_t<decltype(a.value op b)>>{a.value op b}; \
  }
CUDASIM_IN_COUNT(+)
CUDASIM_IN_COUNT(-)
CUDASIM_IN_COUNT(*)
CUDASIM_IN_COUNT(/)
CUDASIM_IN_COUNT(%)
#undef CUDASIM_IN_COUNT

#define CUDASIM_SHIFT(op, function)                                             \
  template <class L, class R, std::enable_if_t<detail::shifts<L, R>, int> = 0>  \
  CUDASIM_ALWAYS auto operator op(L a, ShiftCount<R> n) {                       \
    return detail::function(a, n.value);                                        \
  }                                                                             \
  template <class L, class R, std::enable_if_t<!detail::shifts<L, R>, int> = 0> \
  CUDASIM_ALWAYS decltype(auto) operator op(L&& a, ShiftCount<R> n) {           \
    return std::forward<L>(a) op n.value;                                       \
  }                                                                             \
  template <class L, class R>                                                   \
  CUDASIM_ALWAYS decltype(auto) operator op##=(L& a, ShiftCount<R> n) {         \
    using T = std::remove_cv_t<L>;                                              \
    if constexpr (detail::shifts<L, R>)                                         \
      return a = static_cast<T>(detail::function(static_cast<T>(a), n.value));  \
    else                                                                        \
      return a op## = n.value;                                                  \
  }
CUDASIM_SHIFT(<<, shifted_left)
CUDASIM_SHIFT(>>, shifted_right)
#undef CUDASIM_SHIFT

/// Whether a type is passed by value here: a reference to a variable would change the code that the compiler makes of it.
template <class T>
constexpr bool by_value = std::is_arithmetic<T>::value;

template <class To>
constexpr bool is_integer = std::is_integral<To>::value && !std::is_same<std::remove_cv_t<To>, bool>::value;

/// Where a template's type is not an integer, it is the cast that the program has.
template <class To, class From, std::enable_if_t<by_value<From> && !std::is_reference<To>::value, int> = 0>
CUDASIM_ALWAYS To number_cast(From x) {
  if constexpr (std::is_floating_point<From>::value && is_integer<To>)
    return detail::saturated<std::remove_cv_t<To>>(x);
  else
    return (To)x;
}
template <class To, class From,
          std::enable_if_t<!by_value<std::decay_t<From>> || std::is_reference<To>::value, int> = 0>
CUDASIM_ALWAYS To number_cast(From&& x) {
  return (To)std::forward<From>(x);
}

template <class To>
struct Converted {
  To value;
  template <class From, std::enable_if_t<by_value<From>, int> = 0>
  CUDASIM_ALWAYS explicit Converted(From x) : value(number_cast<To>(x)) {}
  template <class From, std::enable_if_t<!by_value<From>, int> = 0>
  CUDASIM_ALWAYS explicit Converted(const From& x) : value((To)x) {}
  CUDASIM_ALWAYS operator To() const { return value; }
};

template <class To>
struct Converts {
  template <class From, std::enable_if_t<by_value<From>, int> = 0>
  CUDASIM_ALWAYS auto operator=(From x) const {
    if constexpr (std::is_floating_point<From>::value && is_integer<std::remove_reference_t<To>>)
      return number_cast<std::remove_reference_t<To>>(x);
    else
      return x;
  }
  template <class From, std::enable_if_t<!by_value<From>, int> = 0>
  CUDASIM_ALWAYS const From& operator=(const From& x) const {
    return x;
  }
};
template <class To>
inline constexpr Converts<To> converts{};

}  // namespace cudasim

#undef CUDASIM_ALWAYS
