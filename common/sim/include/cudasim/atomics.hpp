// Atomic functions. Relaxed in order, as on the device; the _block and _system forms are the same here.
#pragma once

#include "cudasim/types.hpp"

namespace cudasim {
namespace detail {

/// Lets other threads run now and then, so that a thread that waits for them in a loop of atomics ends.
void count_atomic();

template <int bytes>
struct AtomicWord;
template <>
struct AtomicWord<2> {
  using type = unsigned short;
};
template <>
struct AtomicWord<4> {
  using type = unsigned;
};
template <>
struct AtomicWord<8> {
  using type = unsigned long long;
};

#ifdef CUDASIM_LENS
/// A load that the lens does not see: an atomic operation is one access.
unsigned long long unseen_load(const void* address, int bytes);
#endif

/// Replaces `*address` by `change(old)` in one step and returns the old value. T has 2, 4 or 8 bytes.
template <class T, class Change>
__forceinline__ T atomic_update(T* address, Change change) {
  using Word = typename AtomicWord<sizeof(T)>::type;
  typedef Word __attribute__((may_alias)) AliasedWord;
  auto* word = reinterpret_cast<AliasedWord*>(address);
#ifdef CUDASIM_LENS
  auto seen = static_cast<Word>(unseen_load(address, sizeof(T)));
#else
  Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);
#endif
  for (;;) {
    T old;
    __builtin_memcpy(static_cast<void*>(&old), &seen, sizeof(T));
    const T replacement = change(old);
    Word wanted;
    __builtin_memcpy(&wanted, static_cast<const void*>(&replacement), sizeof(T));
    if (__atomic_compare_exchange_n(word, &seen, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      count_atomic();
      return old;
    }
  }
}

template <class T>
__forceinline__ T atomic_add(T* address, T value) {
  count_atomic();
  return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_and(T* address, T value) {
  count_atomic();
  return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_or(T* address, T value) {
  count_atomic();
  return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_xor(T* address, T value) {
  count_atomic();
  return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_exchange(T* address, T value) {
  count_atomic();
  return __atomic_exchange_n(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_compare_exchange(T* address, T compare, T value) {
  count_atomic();
  __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return compare;
}

template <class T>
__forceinline__ T atomic_min(T* address, T value) {
  return atomic_update(address, [value](T old) { return value < old ? value : old; });
}

template <class T>
__forceinline__ T atomic_max(T* address, T value) {
  return atomic_update(address, [value](T old) { return old < value ? value : old; });
}

}  // namespace detail
}  // namespace cudasim

// One name of the device's atomics for one type, in its three scopes.
#define CUDASIM_ATOMIC(name, type, expression)                                        \
  __forceinline__ type name(type* address, type value) { return expression; }         \
  __forceinline__ type name##_block(type* address, type value) { return expression; } \
  __forceinline__ type name##_system(type* address, type value) { return expression; }

#define CUDASIM_ATOMIC_INTEGERS(name, function)                             \
  CUDASIM_ATOMIC(name, int, cudasim::detail::function(address, value))      \
  CUDASIM_ATOMIC(name, unsigned, cudasim::detail::function(address, value)) \
  CUDASIM_ATOMIC(name, unsigned long long, cudasim::detail::function(address, value))

CUDASIM_ATOMIC_INTEGERS(atomicAdd, atomic_add)
CUDASIM_ATOMIC(atomicAdd, float,
               cudasim::detail::atomic_update(address, [value](float old) { return old + value; }))
CUDASIM_ATOMIC(atomicAdd, double,
               cudasim::detail::atomic_update(address, [value](double old) { return old + value; }))

CUDASIM_ATOMIC(atomicSub, int,
               cudasim::detail::atomic_add(address, static_cast<int>(0u - static_cast<unsigned>(value))))
CUDASIM_ATOMIC(atomicSub, unsigned, cudasim::detail::atomic_add(address, 0u - value))

CUDASIM_ATOMIC_INTEGERS(atomicExch, atomic_exchange)
CUDASIM_ATOMIC(atomicExch, float, cudasim::detail::atomic_update(address, [value](float) { return value; }))

CUDASIM_ATOMIC_INTEGERS(atomicMin, atomic_min)
CUDASIM_ATOMIC(atomicMin, long long, cudasim::detail::atomic_min(address, value))
CUDASIM_ATOMIC_INTEGERS(atomicMax, atomic_max)
CUDASIM_ATOMIC(atomicMax, long long, cudasim::detail::atomic_max(address, value))

CUDASIM_ATOMIC_INTEGERS(atomicAnd, atomic_and)
CUDASIM_ATOMIC_INTEGERS(atomicOr, atomic_or)
CUDASIM_ATOMIC_INTEGERS(atomicXor, atomic_xor)

CUDASIM_ATOMIC(atomicInc, unsigned, cudasim::detail::atomic_update(address, [value](unsigned old) {
                 return old >= value ? 0u : old + 1u;
               }))
CUDASIM_ATOMIC(atomicDec, unsigned, cudasim::detail::atomic_update(address, [value](unsigned old) {
                 return old == 0 || old > value ? value : old - 1u;
               }))

#undef CUDASIM_ATOMIC_INTEGERS
#undef CUDASIM_ATOMIC

#define CUDASIM_ATOMIC_CAS(type)                                                   \
  __forceinline__ type atomicCAS(type* address, type compare, type value) {        \
    return cudasim::detail::atomic_compare_exchange(address, compare, value);      \
  }                                                                                \
  __forceinline__ type atomicCAS_block(type* address, type compare, type value) {  \
    return cudasim::detail::atomic_compare_exchange(address, compare, value);      \
  }                                                                                \
  __forceinline__ type atomicCAS_system(type* address, type compare, type value) { \
    return cudasim::detail::atomic_compare_exchange(address, compare, value);      \
  }

CUDASIM_ATOMIC_CAS(int)
CUDASIM_ATOMIC_CAS(unsigned)
CUDASIM_ATOMIC_CAS(unsigned long long)
CUDASIM_ATOMIC_CAS(unsigned short)

#undef CUDASIM_ATOMIC_CAS

/// A vector is added component by component, as on the device: each component is atomic, the whole is not.
__forceinline__ float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}

__forceinline__ float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}
