// nvcc's own atomic functions, which are built like GCC's: `__nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)`.
// Macros, since nvcc requires order and scope as constants; what it refuses of them is refused in its words.
#pragma once

#include <type_traits>

#include "cudasim/ordered_atomics.hpp"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD  0
#define __NV_THREAD_SCOPE_BLOCK   1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE  3
#define __NV_THREAD_SCOPE_SYSTEM  4

namespace cudasim {
namespace nv_atomic {

template <class T>
using Value = std::common_type_t<T>;  // not deduced from the argument

template <int order, int scope>
struct Ask {
  static_assert(order >= 0, "atomic operation's memory order argument is not an integer literal.");
  static_assert(scope >= 0, "atomic operation's scope argument is not an integer literal.");

  static constexpr unsigned form(unsigned part = detail::form_acquire | detail::form_release) {
    return detail::form_of(order,
                           scope == __NV_THREAD_SCOPE_THREAD    ? detail::form_thread
                           : scope == __NV_THREAD_SCOPE_BLOCK   ? detail::form_block
                           : scope == __NV_THREAD_SCOPE_CLUSTER ? detail::form_cluster
                                                                : 0u,
                           part);
  }

  template <class T>
  __forceinline__ static T load_n(T* address) {
    static_assert(order != __NV_ATOMIC_RELEASE && order != __NV_ATOMIC_ACQ_REL,
                  "atomic load's memory order cannot be release or acq_rel.");
    return detail::ordered_load(address, form(detail::form_acquire));
  }
  template <class T>
  __forceinline__ static void load(T* address, Value<T>* to) {
    *to = load_n(address);
  }
  template <class T>
  __forceinline__ static void store_n(T* address, Value<T> value) {
    static_assert(
        order == __NV_ATOMIC_RELAXED || order == __NV_ATOMIC_RELEASE || order == __NV_ATOMIC_SEQ_CST,
        "atomic store's memory order cannot be consume, acquire or acq_rel.");
    detail::ordered_store(address, form(detail::form_release), value);
  }
  template <class T>
  __forceinline__ static void store(T* address, const Value<T>* from) {
    store_n(address, *from);
  }
  template <class T>
  __forceinline__ static T exchange_n(T* address, Value<T> value) {
    return detail::ordered_exchange(address, form(), value);
  }
  template <class T>
  __forceinline__ static void exchange(T* address, const Value<T>* from, Value<T>* to) {
    *to = exchange_n(address, *from);
  }
  template <class T>
  __forceinline__ static bool compare_exchange_n(T* address, Value<T>* expected, Value<T> desired) {
    return detail::ordered_compare_exchange(address, form(), *expected, desired);
  }
  template <class T>
  __forceinline__ static bool compare_exchange(T* address, Value<T>* expected, const Value<T>* desired) {
    return compare_exchange_n(address, expected, *desired);
  }

#define CUDASIM_FETCH(name, allowed, why, expression, part)                                             \
  template <class T>                                                                                    \
  __forceinline__ static T fetch_##name(T* address, Value<T> value) {                                   \
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,                                                     \
                  "atomic operations and, or, xor, add, sub, min and max are valid only on objects of " \
                  "size 4, or 8.");                                                                     \
    static_assert(allowed, why);                                                                        \
    return detail::ordered_update(address, form() | part,                                               \
                                  [value](T old) { return static_cast<T>(expression); });               \
  }                                                                                                     \
  template <class T>                                                                                    \
  __forceinline__ static void name(T* address, Value<T> value) {                                        \
    fetch_##name(address, value);                                                                       \
  }
  CUDASIM_FETCH(add, true, "", old + value, 0)
  CUDASIM_FETCH(sub, true, "", old - value, 0)
#define CUDASIM_LOGICAL(name, expression)                                                                 \
  CUDASIM_FETCH(name, !std::is_floating_point<T>::value,                                                  \
                "For a logical atomic operation, the first argument cannot be any floating-point types.", \
                expression, 0)
  CUDASIM_LOGICAL(and_, old& value)
  CUDASIM_LOGICAL(or_, old | value)
  CUDASIM_LOGICAL(xor_, old ^ value)
#undef CUDASIM_LOGICAL
#define CUDASIM_EXTREME(name, expression)                                                                   \
  CUDASIM_FETCH(name, !std::is_floating_point<T>::value,                                                    \
                "atomic operations min and max are not supported on any floating-point types.", expression, \
                detail::form_compares)
  CUDASIM_EXTREME(min, value < old ? value : old)
  CUDASIM_EXTREME(max, old < value ? value : old)
#undef CUDASIM_EXTREME
#undef CUDASIM_FETCH

  __forceinline__ static void thread_fence() {
    if (order == __NV_ATOMIC_RELAXED) return;
    detail::tell_form(form());
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
};

/// With the order where the comparison fails, which nothing follows from here.
template <int success, int failure, int scope>
struct AskTwice : Ask<success, scope> {
  static_assert(failure >= 0, "atomic operation's memory order argument is not an integer literal.");
};

}  // namespace nv_atomic
}  // namespace cudasim

// Orders and scopes as template arguments; -1: that is no constant, which a static_assert says in nvcc's words.
#define CUDASIM_LITERAL(value)                   (__builtin_constant_p(value) ? static_cast<int>(value) : -1)
#define CUDASIM_FIRST(first, ...)                first
#define CUDASIM_SECOND(first, second, ...)       second
#define CUDASIM_THIRD(first, second, third, ...) third
#define CUDASIM_ASK(...)                                                  \
  cudasim::nv_atomic::Ask<CUDASIM_LITERAL(CUDASIM_FIRST(__VA_ARGS__, 0)), \
                          CUDASIM_LITERAL(CUDASIM_SECOND(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, 0))>
#define CUDASIM_ASK_TWICE(...)                                                     \
  cudasim::nv_atomic::AskTwice<CUDASIM_LITERAL(CUDASIM_FIRST(__VA_ARGS__, 0)),     \
                               CUDASIM_LITERAL(CUDASIM_SECOND(__VA_ARGS__, 0, 0)), \
                               CUDASIM_LITERAL(CUDASIM_THIRD(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, 0, 0))>

#define __nv_atomic_load_n(p, ...)             CUDASIM_ASK(__VA_ARGS__)::load_n(p)
#define __nv_atomic_load(p, to, ...)           CUDASIM_ASK(__VA_ARGS__)::load(p, to)
#define __nv_atomic_store_n(p, value, ...)     CUDASIM_ASK(__VA_ARGS__)::store_n(p, value)
#define __nv_atomic_store(p, from, ...)        CUDASIM_ASK(__VA_ARGS__)::store(p, from)
#define __nv_atomic_exchange_n(p, value, ...)  CUDASIM_ASK(__VA_ARGS__)::exchange_n(p, value)
#define __nv_atomic_exchange(p, from, to, ...) CUDASIM_ASK(__VA_ARGS__)::exchange(p, from, to)
#define __nv_atomic_compare_exchange_n(p, expected, desired, weak, ...) \
  CUDASIM_ASK_TWICE(__VA_ARGS__)::compare_exchange_n(p, expected, desired)
#define __nv_atomic_compare_exchange(p, expected, desired, weak, ...) \
  CUDASIM_ASK_TWICE(__VA_ARGS__)::compare_exchange(p, expected, desired)
#define __nv_atomic_thread_fence(...) CUDASIM_ASK(__VA_ARGS__)::thread_fence()

#define __nv_atomic_fetch_add(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_add(p, value)
#define __nv_atomic_fetch_sub(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_sub(p, value)
#define __nv_atomic_fetch_and(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_and_(p, value)
#define __nv_atomic_fetch_or(p, value, ...)  CUDASIM_ASK(__VA_ARGS__)::fetch_or_(p, value)
#define __nv_atomic_fetch_xor(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_xor_(p, value)
#define __nv_atomic_fetch_min(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_min(p, value)
#define __nv_atomic_fetch_max(p, value, ...) CUDASIM_ASK(__VA_ARGS__)::fetch_max(p, value)
#define __nv_atomic_add(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::add(p, value)
#define __nv_atomic_sub(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::sub(p, value)
#define __nv_atomic_and(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::and_(p, value)
#define __nv_atomic_or(p, value, ...)        CUDASIM_ASK(__VA_ARGS__)::or_(p, value)
#define __nv_atomic_xor(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::xor_(p, value)
#define __nv_atomic_min(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::min(p, value)
#define __nv_atomic_max(p, value, ...)       CUDASIM_ASK(__VA_ARGS__)::max(p, value)
