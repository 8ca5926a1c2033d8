// What the translator puts round the indices and elements of a thread's own arrays, for the lens. An index outside is reported, and the
// first element is accessed in its place: the memory beside it may be the simulator's. Elements of numbers that are not written have a
// value that no program computes; it is recognized where they are read.
#pragma once

#include <cstddef>
#include <type_traits>

#ifdef CUDASIM_LENS_CHECKS
extern "C" void cudasim_outside_own_array(std::size_t elements, long long index);
/// Returns false if the array is not the thread's own.
extern "C" bool cudasim_outside_array(const volatile void* array, std::size_t elements, long long index);
extern "C" void cudasim_unwritten_own_element();
extern "C" void cudasim_mark_own_array(void* array, std::size_t bytes);
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

/// Numbers of a register or two: of what is narrower, a program may well compute any value.
template <class T>
constexpr bool is_marked_type =
    std::is_arithmetic<T>::value && !std::is_volatile<T>::value && (sizeof(T) == 4 || sizeof(T) == 8);

/// As a float -0.0048, as an integer -1,147,282,011.
constexpr unsigned unwritten_mark = 0xBB9DDDA5u;

template <class T>
constexpr bool is_unwritten(const T& element) {
  if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(unsigned, element) == unwritten_mark;
  else
    return __builtin_bit_cast(unsigned long long, element) == (1ull << 32 | 1u) * unwritten_mark;
}

#ifdef CUDASIM_LENS_CHECKS
/// Of an array that may lie in any memory.
template <unsigned Dimension, class Array, class Index>
__attribute__((always_inline)) constexpr Index index_of(const Array& array, Index index) {
  if constexpr (std::extent<Array, Dimension>::value != 0 && std::is_integral<Index>::value)
    if (static_cast<std::size_t>(index) >= std::extent<Array, Dimension>::value &&
        !__builtin_is_constant_evaluated() &&
        cudasim_outside_array(&array, std::extent<Array, Dimension>::value, static_cast<long long>(index)))
      return Index(0);
  return index;
}

template <class Array>
__attribute__((always_inline)) constexpr void mark_unwritten(Array& array) {
  using Element = std::remove_all_extents_t<Array>;
  if constexpr (std::is_array<Array>::value && is_marked_type<Element> && !std::is_const<Element>::value)
    if (!__builtin_is_constant_evaluated()) cudasim_mark_own_array(&array, sizeof(array));
}

template <class T>
__attribute__((always_inline)) constexpr T&& own_element(T&& element) {
  using Element = std::remove_reference_t<T>;
  if constexpr (is_marked_type<Element>)
    if (!__builtin_is_constant_evaluated() && is_unwritten(element)) cudasim_unwritten_own_element();
  return static_cast<T&&>(element);
}
#endif

}  // namespace cudasim

// Macros, so that code that is not checked stays as it is.
#ifdef CUDASIM_LENS_CHECKS
#define CUDASIM_INDEX(dimension, array, ...) ::cudasim::index_of<dimension>(array, __VA_ARGS__)
#define CUDASIM_OWN_ELEMENT(...)             ::cudasim::own_element(__VA_ARGS__)
#define CUDASIM_MARK_UNWRITTEN(...)          ::cudasim::mark_unwritten(__VA_ARGS__)
#else
#define CUDASIM_INDEX(dimension, array, ...) (__VA_ARGS__)
#define CUDASIM_OWN_ELEMENT(...)             (__VA_ARGS__)
#define CUDASIM_MARK_UNWRITTEN(...)          static_cast<void>(0)
#endif
