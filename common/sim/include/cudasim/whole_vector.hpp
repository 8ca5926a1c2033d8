// What the translator puts round a pointer to a vector, such as a double2, whose members are accessed, for the lens. The compiler accesses
// members one by one, so that no access is misaligned where nvcc's, of the whole vector, is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// A submission's accesses to a whole vector of CUDA are found by their size.
#if defined(CUDASIM_LENS_CHECKS) || defined(CUDASIM_SUBMISSION)
#define CUDASIM_CHECKS_VECTORS
#endif

#ifdef CUDASIM_CHECKS_VECTORS
/// Returns `vector`. It is const to the compiler: other accesses stay as they are.
extern "C" const void* cudasim_misaligned_vector(const void* vector, unsigned bytes, bool writes)
    __attribute__((const));
#endif

namespace cudasim {

#ifdef CUDASIM_CHECKS_VECTORS
/// 0 if it has no member x.
template <class T, class = void>
constexpr std::size_t bytes_of_x = 0;
template <class T>
constexpr std::size_t bytes_of_x<T, std::void_t<decltype(std::declval<T&>().x)>> =
    sizeof(std::declval<T&>().x);

/// Whether so many members are a whole vector. Of a class of the program's own, with an array for example, nvcc joins any of them.
template <class T>
constexpr bool are_joined(unsigned members) {
  constexpr bool has_members = std::is_class<T>::value || std::is_union<T>::value;
  if (members == 0) return has_members;
  if (bytes_of_x<T> == 0) return has_members && alignof(T) == sizeof(T);
  return members * bytes_of_x<T> == sizeof(T);
}
#endif

/// `members`: how many members are accessed together; 0 if the vector is accessed as a whole.
template <unsigned members, bool writes, class T>
__attribute__((always_inline)) constexpr decltype(auto) whole_vector(T&& vector) {
#ifdef CUDASIM_CHECKS_VECTORS
  using Pointer = typename std::decay<T>::type;
  if constexpr (std::is_pointer<typename std::remove_reference<T>::type>::value) {
    using Vector = typename std::remove_pointer<Pointer>::type;
#ifdef CUDASIM_LENS_CHECKS
    constexpr bool is_joined = are_joined<Vector>(members);
#else
    constexpr bool is_joined = (members != 0 || bytes_of_x<Vector> == 0) && are_joined<Vector>(members);
#endif
    Pointer pointer = vector;
    if (!is_joined || __builtin_is_constant_evaluated() ||
        reinterpret_cast<std::uintptr_t>(pointer) % alignof(Vector) == 0)
      return pointer;
    const void* const address = const_cast<const void*>(static_cast<const volatile void*>(pointer));
    return const_cast<Pointer>(
        static_cast<const Vector*>(cudasim_misaligned_vector(address, sizeof(Vector), writes)));
  } else {
    return static_cast<T&&>(vector);
  }
#else
  return static_cast<T&&>(vector);
#endif
}

}  // namespace cudasim
