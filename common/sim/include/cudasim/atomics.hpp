// Atomic functions. Relaxed, as on the device. The simulator treats all scopes alike; the lens gets the scope
// of those that are narrower than the device.
#pragma once

#include "cudasim/memory_order.hpp"
#include "cudasim/shared.hpp"
#include "cudasim/types.hpp"

namespace cudasim {
namespace detail {

/// Lets other threads run now and then, so that a thread that waits for them in a loop of atomics ends.
void count_atomic();
/// The same for an operation that has changed nothing: the thread is probably waiting.
void count_poll();
/// The same for a load: one of many, it may be that of a thread that waits for another block.
void count_load();

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

/// The message about a form that is not the ordinary one.
__forceinline__ void tell_atomic(unsigned form) {
  if (form != 0) tell_form(form);
}

/// Replaces `*address` by `change(old)` in one step and returns the old value. T has 2, 4 or 8 bytes.
template <class T, class Change>
__forceinline__ T atomic_update(T* address, unsigned form, Change change) {
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
    tell_atomic(form);
    if (__atomic_compare_exchange_n(word, &seen, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      count_atomic();
      return old;
    }
  }
}

/// The message about an operation that may add nothing. No branch: with one, compilers make an atomic operation of
/// each side, and the lens counts two requests.
__forceinline__ void tell_added(unsigned form, bool nothing) {
  tell_form(form | form_looks * static_cast<unsigned>(nothing));
}

template <class T>
__forceinline__ T atomic_add(T* address, unsigned form, T value) {
  count_atomic();
  tell_added(form, value == T(0));
  const T old = __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
  if (value == T(0)) count_poll();
  return old;
}

template <class T>
__forceinline__ T atomic_and(T* address, unsigned form, T value) {
  count_atomic();
  tell_atomic(form);
  return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_or(T* address, unsigned form, T value) {
  count_atomic();
  tell_added(form, value == T(0));
  return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_xor(T* address, unsigned form, T value) {
  count_atomic();
  tell_added(form, value == T(0));
  return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
}

template <class T>
__forceinline__ T atomic_exchange(T* address, unsigned form, T value) {
  count_atomic();
  T old;
  tell_atomic(form);
  __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);
  if (old == value) count_poll();
  return old;
}

template <class T>
__forceinline__ T atomic_compare_exchange(T* address, unsigned form, T compare, T value) {
  count_atomic();
  tell_atomic(form | form_compares);
  if (!__atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    count_poll();
  return compare;
}

template <class T>
__forceinline__ T atomic_min(T* address, unsigned form, T value) {
  return atomic_update(address, form | form_compares, [value](T old) { return value < old ? value : old; });
}

template <class T>
__forceinline__ T atomic_max(T* address, unsigned form, T value) {
  return atomic_update(address, form | form_compares, [value](T old) { return old < value ? value : old; });
}

/// A subnormal number becomes a zero of its sign.
inline float flushed(float x) { return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x; }

/// In global memory an atomic addition flushes subnormal operands and results, in shared memory it does not (PTX ISA, atom.add.f32; so does an
/// H200).
inline float atomic_sum(const float* address, float old, float value) {
  const std::size_t offset =
      reinterpret_cast<std::size_t>(address) - reinterpret_cast<std::size_t>(shared_arena);
  constexpr std::size_t most_shared = 228 << 10;
  return offset < most_shared ? old + value : flushed(flushed(old) + flushed(value));
}

}  // namespace detail
}  // namespace cudasim

// One name of the device's atomics for one type, in its three scopes. The expression says `form` for the scope.
#define CUDASIM_ATOMIC_IN(name, type, scope, expression) \
  __forceinline__ type name(type* address, type value) { \
    constexpr unsigned form = scope;                     \
    return expression;                                   \
  }
#define CUDASIM_ATOMIC(name, type, expression)                                   \
  CUDASIM_ATOMIC_IN(name, type, 0, expression)                                   \
  CUDASIM_ATOMIC_IN(name##_block, type, cudasim::detail::form_block, expression) \
  CUDASIM_ATOMIC_IN(name##_system, type, 0, expression)

#define CUDASIM_ATOMIC_INTEGERS(name, function)                                   \
  CUDASIM_ATOMIC(name, int, cudasim::detail::function(address, form, value))      \
  CUDASIM_ATOMIC(name, unsigned, cudasim::detail::function(address, form, value)) \
  CUDASIM_ATOMIC(name, unsigned long long, cudasim::detail::function(address, form, value))

CUDASIM_ATOMIC_INTEGERS(atomicAdd, atomic_add)
CUDASIM_ATOMIC(atomicAdd, float, cudasim::detail::atomic_update(address, form, [address, value](float old) {
                 return cudasim::detail::atomic_sum(address, old, value);
               }))
CUDASIM_ATOMIC(atomicAdd, double,
               cudasim::detail::atomic_update(address, form, [value](double old) { return old + value; }))

CUDASIM_ATOMIC(atomicSub, int,
               cudasim::detail::atomic_add(address, form,
                                           static_cast<int>(0u - static_cast<unsigned>(value))))
CUDASIM_ATOMIC(atomicSub, unsigned, cudasim::detail::atomic_add(address, form, 0u - value))

CUDASIM_ATOMIC_INTEGERS(atomicExch, atomic_exchange)
CUDASIM_ATOMIC(atomicExch, float, cudasim::detail::atomic_exchange(address, form, value))

CUDASIM_ATOMIC_INTEGERS(atomicMin, atomic_min)
CUDASIM_ATOMIC(atomicMin, long long, cudasim::detail::atomic_min(address, form, value))
CUDASIM_ATOMIC_INTEGERS(atomicMax, atomic_max)
CUDASIM_ATOMIC(atomicMax, long long, cudasim::detail::atomic_max(address, form, value))

CUDASIM_ATOMIC_INTEGERS(atomicAnd, atomic_and)
CUDASIM_ATOMIC_INTEGERS(atomicOr, atomic_or)
CUDASIM_ATOMIC_INTEGERS(atomicXor, atomic_xor)

CUDASIM_ATOMIC(atomicInc, unsigned, cudasim::detail::atomic_update(address, form, [value](unsigned old) {
                 return old >= value ? 0u : old + 1u;
               }))
CUDASIM_ATOMIC(atomicDec, unsigned, cudasim::detail::atomic_update(address, form, [value](unsigned old) {
                 return old == 0 || old > value ? value : old - 1u;
               }))

#undef CUDASIM_ATOMIC_INTEGERS
#undef CUDASIM_ATOMIC
#undef CUDASIM_ATOMIC_IN

#define CUDASIM_ATOMIC_CAS_IN(name, type, scope)                                     \
  __forceinline__ type name(type* address, type compare, type value) {               \
    return cudasim::detail::atomic_compare_exchange(address, scope, compare, value); \
  }
#define CUDASIM_ATOMIC_CAS(type)                                            \
  CUDASIM_ATOMIC_CAS_IN(atomicCAS, type, 0)                                 \
  CUDASIM_ATOMIC_CAS_IN(atomicCAS_block, type, cudasim::detail::form_block) \
  CUDASIM_ATOMIC_CAS_IN(atomicCAS_system, type, 0)

CUDASIM_ATOMIC_CAS(int)
CUDASIM_ATOMIC_CAS(unsigned)
CUDASIM_ATOMIC_CAS(unsigned long long)
CUDASIM_ATOMIC_CAS(unsigned short)

#undef CUDASIM_ATOMIC_CAS
#undef CUDASIM_ATOMIC_CAS_IN

/// A vector is added component by component, as on the device: each component is atomic, the whole is not.
__forceinline__ float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}

__forceinline__ float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}
