// What the translator puts round each loop of device code that is compiled for the lens: the lens tells iterations
// apart by it. A program without the lens has none.
#pragma once

#include <type_traits>

#ifdef CUDASIM_LENS
#include "cudasim/element.hpp"
#endif

namespace cudasim {

#ifdef __clang__
// Tells the lens that calls of memcpy may be copies of structures. A section that no linker's symbol names, with a name of no object.
[[maybe_unused]] __attribute__((used, section("cudasim_clang"))) static const char compiled_by_clang = 1;
#endif

/// A type of its own, so that marking is no reason for the compiler to read anything again.
enum class LoopMark : unsigned char { set };

}  // namespace cudasim

/// Written at the begin of a loop, at each further iteration, and at the end. The value does not matter: the compiler's
/// memory hooks report the write.
extern __thread volatile cudasim::LoopMark cudasim_loop_mark[3];

namespace cudasim {

/// `for (Loop l; l.first();) for (…; …; l.next(), …) …` runs the inner loop once. Usable in constant expressions.
class Loop {
 public:
  constexpr Loop() { mark(0); }
  constexpr ~Loop() { mark(2); }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  constexpr bool first() {
    const bool is_first = first_;
    first_ = false;
    return is_first;
  }
  constexpr void next() { mark(1); }

 private:
  static constexpr void mark(int what) {
    if (!std::is_constant_evaluated()) cudasim_loop_mark[what] = LoopMark::set;
  }

  bool first_ = true;
};

}  // namespace cudasim
