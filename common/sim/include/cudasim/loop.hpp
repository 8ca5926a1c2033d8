// The code that the translator adds around each loop of device code compiled for the lens: the lens distinguishes iterations
// by it. A program without the lens has none.
#pragma once

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

/// Written at the start of a loop, at each further iteration, and at the end, and where a device has a matrix instruction. The value
/// does not matter: the compiler's memory hooks report the write.
extern __thread volatile cudasim::LoopMark cudasim_loop_mark[4];

namespace cudasim {

/// `for (CUDASIM_LOOP; cudasim_loop.first();) for (…; …; cudasim_loop.next(), …) …` runs the inner loop once. Usable in constant
/// expressions, and so of a type without a destructor: C++17 has none there.
class Loop {
 public:
  constexpr Loop() { mark(0); }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  constexpr bool first() {
    const bool is_first = first_;
    first_ = false;
    return is_first;
  }
  constexpr void next() { mark(1); }
  constexpr void leave() const { mark(2); }

 private:
  static constexpr void mark(int what) {
    if (!__builtin_is_constant_evaluated()) cudasim_loop_mark[what] = LoopMark::set;
  }

  bool first_ = true;
};

/// What follows stands for one.
inline void matrix_instruction() { cudasim_loop_mark[3] = LoopMark::set; }

}  // namespace cudasim

/// Not in the namespace: the attribute takes no qualified name.
constexpr void cudasim_leave_loop(const cudasim::Loop* loop) { loop->leave(); }

#define CUDASIM_LOOP ::cudasim::Loop cudasim_loop __attribute__((cleanup(cudasim_leave_loop)))
