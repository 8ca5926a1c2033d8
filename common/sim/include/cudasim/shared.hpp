// The functions that a translated `__shared__` declaration calls. Each block has an arena: dynamic shared memory is at
// its start, the static variables after it in the order in which the kernel first reaches them.
#pragma once

#include <cstddef>
#include <type_traits>

namespace cudasim {

namespace detail {

/// Where one static shared variable lies in the arena during one launch; kept for each OS thread.
struct SharedSlot {
  unsigned long launch;  ///< serial number of the launch the offset belongs to
  std::size_t offset;
};

extern __thread char* shared_arena;           ///< arena of the running block
extern __thread unsigned long shared_launch;  ///< serial number of the running launch, never 0 in a kernel

/// Places a static variable in the arena; fails the launch if the limit is exceeded.
std::size_t place_shared(const char* name, std::size_t bytes, std::size_t alignment);

}  // namespace detail

/// Represents one static shared variable and converts to a reference to it. `Tag` identifies the declaration.
template <class Tag>
class Shared {
 public:
  constexpr Shared(const char* name, std::size_t alignment) : name_(name), alignment_(alignment) {}

  template <class T>
  operator T&() const {
    static __thread detail::SharedSlot slot;
    if (slot.launch != detail::shared_launch) {
      slot.offset = detail::place_shared(name_, sizeof(T), alignment_ > alignof(T) ? alignment_ : alignof(T));
      slot.launch = detail::shared_launch;
    }
    return *reinterpret_cast<T*>(detail::shared_arena + slot.offset);
  }

 private:
  const char* name_;
  std::size_t alignment_;
};

/// `T (&name)[N] = shared([] {}, "name");` declares a static shared variable: the closure type is its
/// identity. `alignment`: what alignas promises, beside the type.
template <class Tag>
constexpr Shared<Tag> shared(Tag, const char* name, std::size_t alignment = 1) {
  return {name, alignment};
}

/// Base of the objects by which a program names the `__shared__` variables that it defines outside of functions.
struct SharedName {};

/// The running block's copy of such a variable, or any other variable itself.
template <class T>
constexpr auto&& of_block(T&& variable) {
  if constexpr (std::is_base_of<SharedName, std::remove_reference_t<T>>::value)
    return variable.of_block();
  else
    return static_cast<T&&>(variable);
}

/// Represents the block's dynamic shared memory in a function: `T (&name)[] = dynamic_shared("name");`.
class DynamicSharedMemory {
 public:
  template <class T>
  using Unbounded = T[];

  template <class T>
  operator Unbounded<T>&() const {
    return *reinterpret_cast<Unbounded<T>*>(detail::shared_arena);
  }
};

inline DynamicSharedMemory dynamic_shared(const char*) { return {}; }

/// `extern __shared__ T name[];` at namespace scope: behaves as the array does.
template <class T>
class DynamicShared {
 public:
  DynamicShared() {}

  operator T*() const { return reinterpret_cast<T*>(detail::shared_arena); }
  /// Casts such as `(int*)name`, which the array allows because it decays first.
  template <class U>
  explicit operator U*() const {
    return reinterpret_cast<U*>(detail::shared_arena);
  }
  T* operator&() const { return *this; }
};

}  // namespace cudasim

/// What alignas asks for, a number or a type.
#define CUDASIM_ALIGNMENT(...)            \
  [] {                                    \
    struct alignas(__VA_ARGS__) Aligned { \
      char byte;                          \
    };                                    \
    return alignof(Aligned);              \
  }()
#define CUDASIM_SHARED(name, ...)    ::cudasim::shared([] {}, #name __VA_OPT__(, CUDASIM_ALIGNMENT(__VA_ARGS__)))
#define CUDASIM_DYNAMIC_SHARED(name) ::cudasim::dynamic_shared(#name)
