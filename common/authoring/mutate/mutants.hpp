// The functions that mutants of mutants.py call. Included before a program with mutants, of which MUTANT chooses one by its number.
#pragma once

#include <cstdint>
#include <type_traits>

namespace mutants {

/// Constant, so that the lens does not see it.
extern const int chosen;

/// Records that the program reached the chosen mutant: "integer" if it halves the bits of one, otherwise "other".
void reached(const char* of = "other") noexcept;

/// Whether this mutant is the chosen one.
inline bool on(int number) {
  if (number != chosen) return false;
  reached();
  return true;
}

/// A launch that the runtime refuses.
void fail();

/// Half as many bits: float for double, 32 bits for 64.
template <class T>
T halved(T value) {
  if constexpr (std::is_same_v<T, double>)
    return static_cast<T>(static_cast<float>(value));
  else if constexpr (std::is_signed_v<T>)
    return static_cast<T>(static_cast<std::int32_t>(value));
  else
    return static_cast<T>(static_cast<std::uint32_t>(value));
}

template <class T>
constexpr bool halves = std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) == 8);

template <class T>
T narrow(int number, T value) {
  if constexpr (halves<T>) {
    if (number == chosen) {
      reached(std::is_integral_v<T> ? "integer" : "other");
      return halved(value);
    }
  }
  return value;
}

// `a < Less{7} < b` is `a < b`, or a <= b if 7 was chosen: it replaces an operator, and has its precedence.
#define MUTANT_OPERATOR(name, right, wrong)               \
  struct name {                                           \
    int number;                                           \
  };                                                      \
  template <class A>                                      \
  struct name##Of {                                       \
    A a;                                                  \
    int number;                                           \
  };                                                      \
  template <class A>                                      \
  name##Of<A> operator right(A a, name fault) {           \
    return {a, fault.number};                             \
  }                                                       \
  template <class A, class B>                             \
  auto operator right(name##Of<A> left, B b) {            \
    using Result = decltype(left.a right b);              \
    if constexpr (requires { Result(left.a wrong b); }) { \
      if (on(left.number)) return Result(left.a wrong b); \
    }                                                     \
    return Result(left.a right b);                        \
  }

MUTANT_OPERATOR(Plus, +, -)
MUTANT_OPERATOR(Minus, -, +)
MUTANT_OPERATOR(Over, /, *)
MUTANT_OPERATOR(Modulo, %, /)
MUTANT_OPERATOR(Less, <, <=)
MUTANT_OPERATOR(NotMore, <=, <)
MUTANT_OPERATOR(Greater, >, >=)
MUTANT_OPERATOR(NotLess, >=, >)
MUTANT_OPERATOR(Equal, ==, !=)
MUTANT_OPERATOR(Unequal, !=, ==)
MUTANT_OPERATOR(And, &, |)
MUTANT_OPERATOR(Or, |, &)
MUTANT_OPERATOR(Xor, ^, &)
MUTANT_OPERATOR(Left, <<, >>)
MUTANT_OPERATOR(Right, >>, <<)

/// The next number is the product of narrower factors, or a narrower product of integers.
struct Times {
  int number;
};
template <class A>
struct TimesOf {
  A a;
  int number;
};
template <class A>
TimesOf<A> operator*(A a, Times fault) {
  return {a, fault.number};
}
template <class A, class B>
auto operator*(TimesOf<A> left, B b) {
  using Result = decltype(left.a * b);
  if constexpr (requires { Result(left.a + b); }) {
    if (on(left.number)) return Result(left.a + b);
  }
  if constexpr (halves<Result>) {
    if (left.number + 1 == chosen) {
      reached(std::is_integral_v<Result> ? "integer" : "other");
      if constexpr (std::is_floating_point_v<Result>)
        return Result(halved(static_cast<Result>(left.a)) * halved(static_cast<Result>(b)));
      else
        return halved(Result(left.a * b));
    }
  }
  return Result(left.a * b);
}

}  // namespace mutants
