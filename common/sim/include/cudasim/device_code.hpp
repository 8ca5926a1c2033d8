// Replacements that the translator writes into device code where CUDA's names differ from C++'s: the device's own heap for
// malloc and new, what printf returns, and which side runs.
#pragma once

#include <cstddef>
#include <ctime>
#include <new>
#include <type_traits>

namespace cudasim {

/// `malloc` and `free`: of the device's heap in a kernel, the host's own elsewhere.
void* heap_malloc(std::size_t bytes);
void heap_free(void* memory);

/// `clock`: cycles in a kernel, libc's processor time elsewhere.
std::clock_t device_clock();

/// Tells `new` where to look: `::new (::cudasim::in_device_code) T`.
struct InDeviceCode {};
constexpr InDeviceCode in_device_code{};

namespace detail {

/// Whether a kernel's thread is running.
bool runs_on_device();

/// An array of what has a destructor begins with the number of its elements (Itanium C++ ABI).
template <class T>
constexpr std::size_t cookie_bytes = alignof(T) > sizeof(std::size_t) ? alignof(T) : sizeof(std::size_t);

}  // namespace detail

/// `#ifdef __CUDA_ARCH__` in a function of both sides.
__attribute__((always_inline)) constexpr bool on_device() {
  return !__builtin_is_constant_evaluated() && detail::runs_on_device();
}

/// `delete object`.
template <class T>
__attribute__((always_inline)) inline void device_delete(T* object) {
  if (!detail::runs_on_device()) {
    delete object;
    return;
  }
  if (object == nullptr) return;
  const void* memory = object;
  if constexpr (std::is_polymorphic<T>::value) memory = dynamic_cast<const void*>(object);
  if constexpr (!std::is_trivially_destructible<T>::value) object->~T();
  heap_free(const_cast<void*>(memory));
}

/// `delete[] objects`.
template <class T>
__attribute__((always_inline)) inline void device_delete_array(T* objects) {
  if (!detail::runs_on_device()) {
    delete[] objects;
    return;
  }
  if (objects == nullptr) return;
  if constexpr (std::is_trivially_destructible<T>::value) {
    heap_free(const_cast<std::remove_cv_t<T>*>(objects));
  } else {
    std::size_t count = reinterpret_cast<const std::size_t*>(objects)[-1];
    while (count > 0) objects[--count].~T();
    heap_free(reinterpret_cast<char*>(const_cast<std::remove_cv_t<T>*>(objects)) - detail::cookie_bytes<T>);
  }
}

/// The result of CUDA's printf: the number of arguments after the format, or -1.
constexpr int printed(int result, int arguments) { return result < 0 ? -1 : arguments; }

}  // namespace cudasim

__attribute__((always_inline)) inline void* operator new(std::size_t bytes, cudasim::InDeviceCode) noexcept {
  return cudasim::detail::runs_on_device() ? cudasim::heap_malloc(bytes) : ::operator new(bytes);
}
__attribute__((always_inline)) inline void* operator new[](std::size_t bytes,
                                                           cudasim::InDeviceCode) noexcept {
  return cudasim::detail::runs_on_device() ? cudasim::heap_malloc(bytes) : ::operator new[](bytes);
}
inline void operator delete(void* memory, cudasim::InDeviceCode) noexcept { cudasim::heap_free(memory); }
inline void operator delete[](void* memory, cudasim::InDeviceCode) noexcept { cudasim::heap_free(memory); }
