// What the translator puts at the start of a kernel with parameters that are __restrict__, for the lens: two of its parameters that are
// the same array break the promise. And for submissions of one with parameters that are __grid_constant__, which no thread may write.
#pragma once

#include <cstddef>
#include <type_traits>

namespace cudasim::detail {
/// Reports it. `names`: of the two parameters.
void report_same_array(const char* names);
/// Ends the program of a submission if the parameter has changed when the thread leaves the kernel.
class HeldGridConstant {
 public:
  HeldGridConstant(const void* parameter, std::size_t bytes);
  ~HeldGridConstant();

 private:
  const void* parameter_;
  char* before_;
  std::size_t bytes_;
};
}  // namespace cudasim::detail

#if defined(CUDASIM_LENS_CHECKS) || defined(CUDASIM_SUBMISSION)
namespace cudasim {

/// At least one of the two parameters is __restrict__, which is no part of the type of a copy.
template <class A, class B>
void hold_restrict([[maybe_unused]] A a, [[maybe_unused]] B b, [[maybe_unused]] const char* names) {
  if constexpr (std::is_pointer<A>::value && std::is_pointer<B>::value) {
    constexpr bool only_reads =
        std::is_const<std::remove_pointer_t<A>>::value && std::is_const<std::remove_pointer_t<B>>::value;
    const volatile void *one = a, *other = b;
    asm("" : "+r"(one), "+r"(other));  // the compiler believes the promise
    if (!only_reads && one == other && one != nullptr) detail::report_same_array(names);
  }
}

}  // namespace cudasim
#define CUDASIM_HOLD_RESTRICT(...) ::cudasim::hold_restrict(__VA_ARGS__)
#else
#define CUDASIM_HOLD_RESTRICT(...) static_cast<void>(0)
#endif

#ifdef CUDASIM_SUBMISSION
#define CUDASIM_HOLD_GRID_CONSTANT(name) \
  const ::cudasim::detail::HeldGridConstant cudasim_held_##name(__builtin_addressof(name), sizeof(name))
#else
#define CUDASIM_HOLD_GRID_CONSTANT(name) static_cast<void>(0)
#endif
