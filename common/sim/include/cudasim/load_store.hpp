// Loads and stores with a cache hint, and hints to the compiler: here the plain access. Inlined always, so
// that the access belongs to the caller's line.
#pragma once

#include "cudasim/global_space.hpp"

namespace cudasim::detail {
/// The running thread is about to read there what the launch promises not to write.
void tell_read_only_to_lens(const void* address);
}  // namespace cudasim::detail

template <class T>
inline __attribute__((always_inline)) T __ldg(const T* address, CUDASIM_SITE_ARGUMENTS) {
  cudasim::detail::expect_global(address, {"__ldg", file, line});
#ifdef CUDASIM_LENS
  cudasim::detail::tell_read_only_to_lens(address);
#endif
  return *address;
}

#define CUDASIM_LOAD(name)                                                                 \
  template <class T>                                                                       \
  inline __attribute__((always_inline)) T name(const T* address, CUDASIM_SITE_ARGUMENTS) { \
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
    cudasim::detail::expect_global(address, {#name, file, line});                                      \
    *address = value;                                                                                  \
  }
CUDASIM_STORE(__stwb)
CUDASIM_STORE(__stcg)
CUDASIM_STORE(__stcs)
CUDASIM_STORE(__stwt)
#undef CUDASIM_STORE

// For the lens a promise to the compiler is an assertion.
#ifdef CUDASIM_LENS
extern "C" __attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file,
                                                        unsigned line, const char* function) noexcept;
#define CUDASIM_UNREACHABLE() __assert_fail("unreachable", __FILE__, __LINE__, __FUNCTION__)
#define __builtin_assume(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __FUNCTION__))
#elif !defined(__clang__)
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
