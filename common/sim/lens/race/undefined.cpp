// Operations whose result C++ leaves open. The compiler asks before each (-fsanitize=shift-exponent, -fsanitize=float-cast-overflow)
// and calls these; the sanitizer's library is never linked. cudasim/gpu_values.hpp calls the others.
#include "sim/lens/race/undefined.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "cudasim/own_index.hpp"
#include "cudasim/restricted.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/lens/report/wording.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

/// As the compilers lay them out.
struct Type {
  std::uint16_t kind;  ///< 0: an integer
  std::uint16_t info;  ///< of an integer: twice the logarithm of its bits, and whether it is signed

  unsigned bits() const { return 1u << (info >> 1); }
};
struct Operation {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
  const Type* first;   ///< of what is shifted or converted
  const Type* second;  ///< the shift count's, or what is converted to
};

void add(HazardKind kind, const void* pc, const std::string& what) {
  const Unwatched own_code;
  const WatchedBlock* const block = WatchingWorker::of_this_thread().current();
  const std::string* const kernel = watched_launch().kernel;
  if (block == nullptr || is_repeated(kind, kernel, pc, nullptr)) return;
  const DeviceThread& running = *this_worker->thread;
  Finding finding{};
  finding.kind = kind;
  finding.kernel = *kernel;
  finding.first =
      place_of(*block, static_cast<unsigned>(&running - block->block->threads.data()), pc, AccessKind::read);
  finding.detail =
      "thread " + to_text(finding.first.thread) + " of block " + to_text(finding.first.block) + what;
  add_finding(std::move(finding));
}

/// Of a type of at most 64 bits, as the handler is given it.
long long value_of(const Type& type, std::uintptr_t given) {
  const unsigned unused = 64 - type.bits();
  return (type.info & 1) != 0 ? static_cast<long long>(given << unused) >> unused
                              : static_cast<long long>(given);
}

void add_shift(const void* pc, unsigned bits, long long count, const char* result) {
  add(HazardKind::shift_too_far, pc,
      " shifts a value of " + std::to_string(bits) + " bits by " + std::to_string(count) +
          ": undefined in C++. A GPU shifts all bits out, " + result + ".");
}

void add_cast(const void* pc, unsigned bits, const char* result) {
  add(HazardKind::cast_too_large, pc,
      " converts a number that does not fit into an integer of " + std::to_string(bits) +
          " bits: undefined in C++. A GPU saturates and turns NaN into 0, " + result + ".");
}

void add_outside(const void* pc, std::size_t elements, long long index) {
  if (current.mode != Mode::watched) return;
  add(HazardKind::out_of_bounds, pc,
      " accesses element " + std::to_string(index) + " of an array of its own that has " +
          std::to_string(elements) + ". In this run the first element takes its place.");
}

}  // namespace

bool note_division_by_zero(const void* next) {
  if (current.mode != Mode::watched) return false;
  add(HazardKind::division_by_zero, next,
      " divides an integer by zero: undefined in C++. A GPU gives -1, and so does this run.");
  return true;
}

}  // namespace cudasim::lens

/// Like the hooks for accesses, nothing that a prediction counts.
__attribute__((section("lens_hooks"))) void cudasim::detail::report_same_array(const char* names) {
  using namespace cudasim::lens;
  if (current.mode != Mode::watched) return;
  add(HazardKind::restrict_overlap, __builtin_return_address(0),
      std::string(" gets the same array for ") + names +
          ", of which at least one is __restrict__: undefined in C++. A GPU may load old data, and load "
          "through a cache that does not see the kernel's stores.");
}

extern "C" {

void cudasim_shift_too_far(unsigned bits, long long count) {
  using namespace cudasim::lens;
  if (current.mode == Mode::watched)
    add_shift(__builtin_return_address(0), bits, count, "and so does this run");
}

void cudasim_cast_too_large(unsigned bits) {
  using namespace cudasim::lens;
  if (current.mode == Mode::watched) add_cast(__builtin_return_address(0), bits, "and so does this run");
}

void cudasim_outside_own_array(std::size_t elements, long long index) {
  cudasim::lens::add_outside(__builtin_return_address(0), elements, index);
}

bool cudasim_outside_array(const volatile void* array, std::size_t elements, long long index) {
  if (cudasim::this_worker == nullptr) return false;
  const cudasim::FibrePool& fibres = cudasim::this_worker->fibres;
  const char* const slot = fibres.slot_of(const_cast<const void*>(array));
  if (slot == nullptr || slot != fibres.slot_of(__builtin_frame_address(0))) return false;
  cudasim::lens::add_outside(__builtin_return_address(0), elements, index);
  return true;
}

/// Like the hooks for accesses, nothing that a prediction counts.
__attribute__((section("lens_hooks"))) void cudasim_mark_own_array(void* array, std::size_t bytes) {
  std::fill_n(static_cast<unsigned*>(array), bytes / sizeof(unsigned), cudasim::unwritten_mark);
}

void cudasim_unwritten_own_element() {
  using namespace cudasim::lens;
  if (current.mode != Mode::watched) return;
  add(HazardKind::uninitialized_local, __builtin_return_address(0),
      " reads an element of an array of its own that it has not written.");
}

// Not of an operation that C++ leaves open, but put in by the translator too (cudasim/whole_vector.hpp).
const void* cudasim_misaligned_vector(const void* vector, unsigned bytes, bool writes) {
  using namespace cudasim::lens;
  if (current.mode != Mode::watched) return vector;
  const Unwatched own_code;
  Checker::instance().misaligned_vector({static_cast<const char*>(vector), bytes,
                                         writes ? AccessKind::write : AccessKind::read,
                                         __builtin_return_address(0), bytes});
  return vector;
}

void __ubsan_handle_shift_out_of_bounds(const cudasim::lens::Operation* operation, std::uintptr_t,
                                        std::uintptr_t count) {
  using namespace cudasim::lens;
  if (current.mode != Mode::watched || operation->second->bits() > 64) return;
  add_shift(__builtin_return_address(0), operation->first->bits(), value_of(*operation->second, count),
            "this processor does not");
}

// What is narrower than a register of the device is cut off in the same way everywhere.
void __ubsan_handle_float_cast_overflow(const cudasim::lens::Operation* operation, std::uintptr_t) {
  using namespace cudasim::lens;
  if (current.mode != Mode::watched || operation->second->kind != 0 || operation->second->bits() < 32) return;
  add_cast(__builtin_return_address(0), operation->second->bits(), "this processor does neither");
}

}  // extern "C"
