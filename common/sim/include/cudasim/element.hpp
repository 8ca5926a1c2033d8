// What memory holds, as the types of a kernel's pointers and shared variables say it. The lens is told, for structures are copied in pieces
// as wide as they are aligned, and the compiler's memory hooks do not know types. A program without the lens has none of this.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cudasim/launch.hpp"
#include "cudasim/shared.hpp"

namespace cudasim {

/// A structure, in bytes; both 0: nothing is known.
struct Element {
  unsigned size = 0;
  unsigned alignment = 0;

  /// Others are copied whole, or word by word as where nothing is known.
  constexpr bool matters() const { return size != 0 && alignment != 4 && !(size <= 16 && alignment >= size); }
};

namespace detail {

/// Of this memory (bytes 0: of all that was allocated with it) the running block knows now what it holds, until the launch has ended.
void memory_holds(const void* begin, std::size_t bytes, const Element& element);

template <class T, class = void>
struct ElementOf {
  static constexpr Element value = {};
};
template <class T>
struct ElementOf<T,
                 std::enable_if_t<(std::is_class<T>::value || std::is_union<T>::value) && sizeof(T) != 0>> {
  static constexpr Element value = {sizeof(T), alignof(T)};
};
template <class T>
constexpr Element element_of = ElementOf<std::remove_cv_t<std::remove_all_extents_t<T>>>::value;

}  // namespace detail

/// Reports the type that a pointer argument points to, when it is passed to the kernel.
template <class T>
T* const& pass(T* const& argument) {
  constexpr Element element = detail::element_of<T>;
  if constexpr (element.matters())
    detail::memory_holds(const_cast<const std::remove_cv_t<T>*>(argument), 0, element);
  return argument;
}

/// The same for a static shared variable.
template <class Tag>
struct TellingShared {
  Shared<Tag> variable;

  template <class T>
  operator T&() const {
    T& found = variable;
    constexpr Element element = detail::element_of<T>;
    if constexpr (element.matters()) detail::memory_holds(&found, sizeof(T), element);
    return found;
  }
};
template <class Tag>
TellingShared(Shared<Tag>) -> TellingShared<Tag>;

}  // namespace cudasim

// What the translator makes of `__constant__` where it can: the lens knows constant memory by the section.
#define CUDASIM_CONSTANT __attribute__((section("cudasim_constants")))

#undef CUDASIM_SHARED
#define CUDASIM_SHARED(name, ...)                                                \
  ::cudasim::TellingShared {                                                     \
    ::cudasim::shared([] {}, #name __VA_OPT__(, CUDASIM_ALIGNMENT(__VA_ARGS__))) \
  }
