// What an atomic operation or a fence says beyond the instruction it becomes: its scope, its order, and whether its
// result depends on what it finds. Told to the lens just before; a program without it says nothing.
#pragma once

namespace cudasim {
namespace detail {

/// Bits of a form. None of them: relaxed, device scope.
enum AtomicForm : unsigned {
  form_block = 1,      ///< block scope
  form_acquire = 2,    ///< with form_ordered
  form_release = 4,    ///< with form_ordered
  form_ordered = 8,    ///< the two bits above are the order; else the compiler's instruction tells it
  form_compares = 16,  ///< compares with what it finds: CAS, minimum, maximum
  form_looks = 32,     ///< adds 0: a look at the word
  form_barrier =
      64,  ///< of an mbarrier or cuda::barrier, whose word in shared memory has instructions of its own on a device
  form_several = 128,  ///< several arrivals there at once
  form_cluster = 256,
  form_thread = 512,     ///< thread scope: for other threads a plain load and store
  form_any_space = 1024  ///< libcu++'s: it may also be of the thread's own memory
};

/// The form of an operation of this order, numbered as C++ does, and of this scope, 0 or one of the bits above; `part`: the bits that the kind of
/// operation can have.
constexpr unsigned form_of(int order, unsigned scope, unsigned part = form_acquire | form_release) {
  const bool acquires = order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
  const bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  return form_ordered | scope | (((acquires ? form_acquire : 0u) | (releases ? form_release : 0u)) & part);
}

void tell_form_to_lens(unsigned form);

inline void tell_form([[maybe_unused]] unsigned form) {
#ifdef CUDASIM_LENS
  tell_form_to_lens(form);
#endif
}

}  // namespace detail
}  // namespace cudasim
