// Atomic operations with an order and a scope: what cuda::atomic_ref and __nv_atomic_… are made of. All are carried out in the strongest
// order; `form` is passed to the lens. Each access counts, so that a loop that waits for another thread lets that thread run.
#pragma once

#include "cudasim/atomics.hpp"

namespace cudasim {
namespace detail {

template <class T>
__forceinline__ T ordered_load(T* address, unsigned form) {
  count_load();
  T value;
  tell_form(form);
  __atomic_load(address, &value, __ATOMIC_SEQ_CST);
  return value;
}

template <class T>
__forceinline__ void ordered_store(T* address, unsigned form, T value) {
  count_atomic();
  tell_form(form);
  __atomic_store(address, &value, __ATOMIC_SEQ_CST);
}

template <class T>
__forceinline__ T ordered_exchange(T* address, unsigned form, T value) {
  count_atomic();
  T old;
  tell_form(form);
  __atomic_exchange(address, &value, &old, __ATOMIC_SEQ_CST);
  return old;
}

template <class T>
__forceinline__ bool ordered_compare_exchange(T* address, unsigned form, T& expected, T desired) {
  count_atomic();
  tell_form(form | form_compares);
  return __atomic_compare_exchange(address, &expected, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/// Replaces the value by `change(old)`. The first look is no access of the program's.
template <class T, class Change>
__forceinline__ T ordered_update(T* address, unsigned form, Change change) {
  count_atomic();
  T old;
#ifdef CUDASIM_LENS
  const auto bits = unseen_load(address, sizeof(T));
  __builtin_memcpy(static_cast<void*>(&old), &bits, sizeof(T));
#else
  __atomic_load(address, &old, __ATOMIC_SEQ_CST);
#endif
  for (;;) {
    T wanted = change(old);
    tell_form(form);
    if (__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return old;
  }
}

}  // namespace detail
}  // namespace cudasim
