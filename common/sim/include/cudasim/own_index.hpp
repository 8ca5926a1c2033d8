// What the translator puts round the indices of a thread's own arrays, for the lens. An index outside is reported, and the first element
// is accessed in its place: the memory beside it may be the simulator's.
#pragma once

#include <cstddef>
#include <type_traits>

#ifdef CUDASIM_LENS_CHECKS
extern "C" void cudasim_outside_own_array(std::size_t elements, long long index);
#endif

namespace cudasim {

template <class Array, unsigned Dimension, class Index>
__attribute__((always_inline)) constexpr Index own_index(Index index) {
#ifdef CUDASIM_LENS_CHECKS
  if constexpr (std::extent<Array, Dimension>::value != 0 && std::is_integral<Index>::value) {
    if (static_cast<std::size_t>(index) >= std::extent<Array, Dimension>::value &&
        !__builtin_is_constant_evaluated()) {
      cudasim_outside_own_array(std::extent<Array, Dimension>::value, static_cast<long long>(index));
      return Index(0);
    }
  }
#endif
  return index;
}

}  // namespace cudasim
