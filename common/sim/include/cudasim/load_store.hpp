// Loads and stores with a cache hint, and hints to the compiler: here the plain access. Inlined always, so
// that the access belongs to the caller's line.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cudasim/global_space.hpp"
#include "cudasim/types.hpp"

namespace cudasim::detail {
/// CUDA has an overload for each of these types, and no template.
template <class T>
inline constexpr bool is_loaded_at_once =
    (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || is_small_float<T>;
#define CUDASIM_LOADED(type) \
  template <>                \
  inline constexpr bool is_loaded_at_once<type> = true;
CUDASIM_LOADED(char2)
CUDASIM_LOADED(char4)
CUDASIM_LOADED(uchar2)
CUDASIM_LOADED(uchar4)
CUDASIM_LOADED(short2)
CUDASIM_LOADED(short4)
CUDASIM_LOADED(ushort2)
CUDASIM_LOADED(ushort4)
CUDASIM_LOADED(int2)
CUDASIM_LOADED(int4)
CUDASIM_LOADED(uint2)
CUDASIM_LOADED(uint4)
CUDASIM_LOADED(longlong2)
CUDASIM_LOADED(ulonglong2)
CUDASIM_LOADED(float2)
CUDASIM_LOADED(float4)
CUDASIM_LOADED(double2)
#undef CUDASIM_LOADED

/// The running thread is about to read there what the launch promises not to write.
void tell_read_only_to_lens(const void* address);
}  // namespace cudasim::detail

#define CUDASIM_EXPECT_LOADED(name)                                                                       \
  static_assert(cudasim::detail::is_loaded_at_once<T>,                                                    \
                "no instance of overloaded function \"" name                                              \
                "\" matches the argument list: it takes numbers, and vectors of at most 16 bytes with 2 " \
                "or 4 elements")

template <class T>
inline __attribute__((always_inline)) T __ldg(const T* address, CUDASIM_SITE_ARGUMENTS) {
  CUDASIM_EXPECT_LOADED("__ldg");
  cudasim::detail::expect_global(address, {"__ldg", file, line});
#ifdef CUDASIM_LENS
  cudasim::detail::tell_read_only_to_lens(address);
#endif
  return *address;
}

#define CUDASIM_LOAD(name)                                                                 \
  template <class T>                                                                       \
  inline __attribute__((always_inline)) T name(const T* address, CUDASIM_SITE_ARGUMENTS) { \
    CUDASIM_EXPECT_LOADED(#name);                                                          \
    cudasim::detail::expect_global(address, {#name, file, line});                          \
    return *address;                                                                       \
  }
CUDASIM_LOAD(__ldca)
CUDASIM_LOAD(__ldcg)
CUDASIM_LOAD(__ldcs)
CUDASIM_LOAD(__ldlu)
CUDASIM_LOAD(__ldcv)
#undef CUDASIM_LOAD

namespace cudasim {
/// The value's type is the pointer's, so that a literal converts.
template <class T>
struct Same {
  using Type = T;
};
}  // namespace cudasim

#define CUDASIM_STORE(name)                                                                            \
  template <class T>                                                                                   \
  inline __attribute__((always_inline)) void name(T* address, typename ::cudasim::Same<T>::Type value, \
                                                  CUDASIM_SITE_ARGUMENTS) {                            \
    CUDASIM_EXPECT_LOADED(#name);                                                                      \
    cudasim::detail::expect_global(address, {#name, file, line});                                      \
    *address = value;                                                                                  \
  }
CUDASIM_STORE(__stwb)
CUDASIM_STORE(__stcg)
CUDASIM_STORE(__stcs)
CUDASIM_STORE(__stwt)
#undef CUDASIM_STORE
#undef CUDASIM_EXPECT_LOADED

// For the lens a promise to the compiler is an assertion.
#ifdef CUDASIM_LENS
extern "C" __attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file,
                                                        unsigned line, const char* function) noexcept;
namespace cudasim {
/// `promise`: its text, which is in this line of this function.
inline __attribute__((always_inline)) void* assumed_aligned(const char* promise, const char* file,
                                                            unsigned line, const char* function,
                                                            const void* pointer, std::size_t alignment,
                                                            std::size_t offset = 0) {
  if ((reinterpret_cast<std::uintptr_t>(pointer) - offset) % alignment != 0)
    __assert_fail(promise, file, line, function);
  return const_cast<void*>(pointer);
}
}  // namespace cudasim
#define __builtin_assume_aligned(...)                                                                        \
  ::cudasim::assumed_aligned("__builtin_assume_aligned(" #__VA_ARGS__ ")", __FILE__, __LINE__, __FUNCTION__, \
                             __VA_ARGS__)
#define CUDASIM_UNREACHABLE() __assert_fail("unreachable", __FILE__, __LINE__, __FUNCTION__)
#define __builtin_assume(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __FUNCTION__))
#elif !defined(__clang__)
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
