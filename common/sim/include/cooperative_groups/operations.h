// The operations that reductions and scans of cooperative groups take.
#pragma once

#include <type_traits>

namespace cooperative_groups {

#define CUDASIM_OPERATION(name, expression)                           \
  template <class T = void>                                           \
  struct name {                                                       \
    T operator()(const T& a, const T& b) const { return expression; } \
  };                                                                  \
  template <>                                                         \
  struct name<void> {                                                 \
    template <class T>                                                \
    T operator()(const T& a, const T& b) const {                      \
      return expression;                                              \
    }                                                                 \
  };

CUDASIM_OPERATION(plus, static_cast<T>(a + b))
CUDASIM_OPERATION(less, b < a ? b : a)
CUDASIM_OPERATION(greater, a < b ? b : a)
CUDASIM_OPERATION(bit_and, static_cast<T>(a& b))
CUDASIM_OPERATION(bit_or, static_cast<T>(a | b))
CUDASIM_OPERATION(bit_xor, static_cast<T>(a ^ b))

#undef CUDASIM_OPERATION

}  // namespace cooperative_groups
