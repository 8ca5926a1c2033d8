// The functions that the compiler calls for each memory access under -fsanitize=thread. They take the place of the
// sanitizer's library, and hand what concerns device memory to the recorder and to the checker.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "checker.hpp"
#include "cudasim/loop.hpp"
#include "device_heap.hpp"
#include "kernel_name.hpp"
#include "launch.hpp"
#include "lens.hpp"
#include "recorder.hpp"
#include "worker.hpp"

__thread volatile cudasim::LoopMark cudasim_loop_mark[3];

namespace cudasim::detail {

unsigned long long unseen_load(const void* address, int bytes) {
  if (bytes == 2) return __atomic_load_n(static_cast<const unsigned short*>(address), __ATOMIC_RELAXED);
  if (bytes == 4) return __atomic_load_n(static_cast<const unsigned*>(address), __ATOMIC_RELAXED);
  return __atomic_load_n(static_cast<const unsigned long long*>(address), __ATOMIC_RELAXED);
}

}  // namespace cudasim::detail

// Variables of the program itself: in device code they are __device__ variables.
extern "C" {
extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
}

namespace cudasim::lens {
namespace {

/// A part of the address space.
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t bytes = 0;

  Range() = default;
  Range(const char* first, const char* end)
      : begin(reinterpret_cast<std::uintptr_t>(first)), bytes(static_cast<std::uintptr_t>(end - first)) {}
  bool holds(std::uintptr_t address) const { return address - begin < bytes; }
};

Range device;
Range variables;
std::uintptr_t shared_begin;

// Before the program's own constructors, so that the report comes after its destructors.
__attribute__((constructor(101))) void begin() {
  if (!install()) return;
  const DeviceHeap& heap = DeviceHeap::instance();
  device = {heap.begin(), heap.end()};
  variables = {__data_start, _end};
  shared_begin = reinterpret_cast<std::uintptr_t>(heap.shared_begin());
}

/// An access, and what the name of its hook says about it.
struct Hooked {
  const void* address;
  std::size_t bytes;
  AccessKind kind;
  bool range;          ///< an aggregate, perhaps with smaller members
  unsigned alignment;  ///< that the type has at least
  bool is_volatile;
  bool releases;
  const void* pc;
  bool overwrites = false;  ///< an atomic operation that does not look at what it finds
};

Op op_of(AccessKind kind) {
  return kind == AccessKind::read ? Op::load : kind == AccessKind::write ? Op::store : Op::atomic;
}

void record(const Hooked& hooked, std::uintptr_t address) {
  Recorder& recorder = *current.recorder;
  Lane& lane = *current.lane;
  ++recorder.accesses;
  const LaneAccess access{hooked.pc,
                          lane.path.caller(),
                          lane.path.value(),
                          address,
                          static_cast<std::uint32_t>(hooked.bytes),
                          hooked.range,
                          address >= shared_begin && device.holds(address) ? Space::shared : Space::global,
                          op_of(hooked.kind)};
  recorder.dropped += !current.requests->join(current.lane_number, access, lane.last);
}

__attribute__((noinline)) void handle(const Hooked& hooked) {
  const auto address = reinterpret_cast<std::uintptr_t>(hooked.address);
  const bool in_device = device.holds(address);
  const bool watched = current.mode == Mode::watched;
  if (!in_device && !(watched && variables.holds(address))) return;
  if (hooked.bytes == 0) return;
  if (in_device || watched) {
    const Access access{static_cast<const char*>(hooked.address),
                        static_cast<unsigned>(hooked.bytes),
                        hooked.kind,
                        hooked.pc,
                        hooked.alignment,
                        hooked.is_volatile,
                        hooked.releases,
                        hooked.overwrites};
    if (watched)
      Checker::instance().access(access);
    else
      Checker::instance().host_access(access);
  }
  if (watched) record(hooked, address);
}

// All of it is inlined, so that a hook in a block that is not watched is a comparison and a return.
#define INLINE inline __attribute__((always_inline))

INLINE void note(const Hooked& hooked) {
  if (current.mode == Mode::unwatched) return;
  const auto address = reinterpret_cast<std::uintptr_t>(hooked.address);
  if (!device.holds(address) && !variables.holds(address)) return;
  handle(hooked);
}

/// Types of 16 bytes may be aligned to 8.
INLINE void note_plain(const void* address, std::size_t bytes, AccessKind kind, bool is_volatile,
                       const void* pc) {
  note({address, bytes, kind, false, bytes < 8 ? static_cast<unsigned>(bytes) : 8, is_volatile, false, pc});
}

INLINE void note_range(const void* address, std::size_t bytes, AccessKind kind, bool is_volatile,
                       const void* pc) {
  note({address, bytes, kind, true, 1, is_volatile, false, pc});
}

INLINE void note_atomic(const volatile void* address, std::size_t bytes, int order, const void* pc,
                        bool overwrites = false) {
  const bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  note({const_cast<const void*>(address), bytes, AccessKind::atomic, false, static_cast<unsigned>(bytes),
        false, releases, pc, overwrites});
}

inline bool in_watched_kernel() { return current.mode == Mode::watched; }

/// A copy of 8 or 16 bytes is most likely one of a vector.
inline bool is_aggregate(std::size_t bytes) { return bytes != 8 && bytes != 16; }

inline void note_copy(const void* to, const void* from, std::size_t bytes, const void* pc) {
  if (!in_watched_kernel()) return;
  note({from, bytes, AccessKind::read, is_aggregate(bytes), 1, false, false, pc});
  note({to, bytes, AccessKind::write, is_aggregate(bytes), 1, false, false, pc});
}

// Marks of loops come as volatile writes of one byte.
bool is_loop_mark(const void* address) {
  if (current.mode == Mode::unwatched) return false;
  const auto mark = static_cast<const char*>(address) -
                    reinterpret_cast<const char*>(const_cast<const LoopMark*>(&cudasim_loop_mark[0]));
  if (static_cast<std::size_t>(mark) >= 3) return false;
  if (current.mode != Mode::watched) return true;
  Path& path = current.lane->path;
  if (mark == 0)
    path.enter_loop();
  else if (mark == 1)
    path.next_iteration();
  else
    path.leave();
  return true;
}

__attribute__((noinline)) bool look_for_name(const void* pc) {
  note_function(*this_worker->launch, pc);
  return name_is_open(*this_worker->launch);
}

INLINE void function_entered(const void* caller, const void* pc) {
  current.lane->path.call(caller);
  if (current.name_is_open) current.name_is_open = look_for_name(pc);
}

}  // namespace
}  // namespace cudasim::lens

using cudasim::lens::AccessKind;
using cudasim::lens::in_watched_kernel;
using cudasim::lens::is_aggregate;
using cudasim::lens::note;
using cudasim::lens::note_atomic;
using cudasim::lens::note_copy;
using cudasim::lens::note_plain;
using cudasim::lens::note_range;

#define PC __builtin_return_address(0)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void* caller) {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched)
    cudasim::lens::function_entered(caller, PC);
}
void __tsan_func_exit() {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched) cudasim::lens::current.lane->path.leave();
}

// Copies and fills of structs that the compiler makes, and those of the program. Only in kernels: on the host it is
// also the runtime API that calls them. The work is done by the C library's checked forms, under names that the
// compiler does not know: else it would make calls of the unchecked ones, these here, of them.
void* libc_copy(void*, const void*, std::size_t, std::size_t) __asm__("__memcpy_chk");
void* libc_move(void*, const void*, std::size_t, std::size_t) __asm__("__memmove_chk");
void* libc_fill(void*, int, std::size_t, std::size_t) __asm__("__memset_chk");
#define STANDS_FOR(name) __asm__(name) __attribute__((visibility("hidden")))
void* copy_hook(void* to, const void* from, std::size_t bytes) STANDS_FOR("memcpy");
void* move_hook(void* to, const void* from, std::size_t bytes) STANDS_FOR("memmove");
void* fill_hook(void* to, int value, std::size_t bytes) STANDS_FOR("memset");

void* copy_hook(void* to, const void* from, std::size_t bytes) {
  note_copy(to, from, bytes, PC);
  return libc_copy(to, from, bytes, bytes);
}
void* move_hook(void* to, const void* from, std::size_t bytes) {
  note_copy(to, from, bytes, PC);
  return libc_move(to, from, bytes, bytes);
}
void* fill_hook(void* to, int value, std::size_t bytes) {
  if (in_watched_kernel()) note({to, bytes, AccessKind::write, is_aggregate(bytes), 1, false, false, PC});
  return libc_fill(to, value, bytes, bytes);
}

#define HOOKS_OF_SIZE(size)                                                                                 \
  void __tsan_read##size(void* a) { note_plain(a, size, AccessKind::read, false, PC); }                     \
  void __tsan_write##size(void* a) { note_plain(a, size, AccessKind::write, false, PC); }                   \
  void __tsan_volatile_read##size(void* a) { note_plain(a, size, AccessKind::read, true, PC); }             \
  void __tsan_read_write##size(void* a) {                                                                   \
    note_plain(a, size, AccessKind::read, false, PC);                                                       \
    note_plain(a, size, AccessKind::write, false, PC);                                                      \
  }                                                                                                         \
  void __tsan_unaligned_read##size(void* a) { note_range(a, size, AccessKind::read, false, PC); }           \
  void __tsan_unaligned_write##size(void* a) { note_range(a, size, AccessKind::write, false, PC); }         \
  void __tsan_unaligned_volatile_read##size(void* a) { note_range(a, size, AccessKind::read, true, PC); }   \
  void __tsan_unaligned_volatile_write##size(void* a) { note_range(a, size, AccessKind::write, true, PC); } \
  void __tsan_unaligned_read_write##size(void* a) {                                                         \
    note_range(a, size, AccessKind::read, false, PC);                                                       \
    note_range(a, size, AccessKind::write, false, PC);                                                      \
  }
HOOKS_OF_SIZE(1)
HOOKS_OF_SIZE(2)
HOOKS_OF_SIZE(4)
HOOKS_OF_SIZE(8)
HOOKS_OF_SIZE(16)

void __tsan_volatile_write1(void* a) {
  if (!cudasim::lens::is_loop_mark(a)) note_plain(a, 1, AccessKind::write, true, PC);
}
void __tsan_volatile_write2(void* a) { note_plain(a, 2, AccessKind::write, true, PC); }
void __tsan_volatile_write4(void* a) { note_plain(a, 4, AccessKind::write, true, PC); }
void __tsan_volatile_write8(void* a) { note_plain(a, 8, AccessKind::write, true, PC); }
void __tsan_volatile_write16(void* a) { note_plain(a, 16, AccessKind::write, true, PC); }

void __tsan_read_range(void* a, unsigned long bytes) { note_range(a, bytes, AccessKind::read, false, PC); }
void __tsan_write_range(void* a, unsigned long bytes) { note_range(a, bytes, AccessKind::write, false, PC); }

void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_atomic_thread_fence(int order) {
  using cudasim::lens::FenceScope;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched)
    cudasim::lens::Checker::instance().fence(order == __ATOMIC_SEQ_CST ? FenceScope::device
                                                                       : FenceScope::block);
}
void __tsan_atomic_signal_fence(int) {}

// Atomic operations: these have to be carried out here. All in the strongest order.
#define FETCH(bits, type, name, operation)                                           \
  type __tsan_atomic##bits##_fetch_##name(volatile type* a, type value, int order) { \
    note_atomic(a, bits / 8, order, PC);                                             \
    return operation(a, value, __ATOMIC_SEQ_CST);                                    \
  }
#define ATOMICS(bits, type)                                                                                  \
  type __tsan_atomic##bits##_load(const volatile type* a, int) {                                             \
    note_atomic(a, bits / 8, __ATOMIC_RELAXED, PC);                                                          \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                          \
  void __tsan_atomic##bits##_store(volatile type* a, type value, int order) {                                \
    note_atomic(a, bits / 8, order, PC, true);                                                               \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                          \
  type __tsan_atomic##bits##_exchange(volatile type* a, type value, int order) {                             \
    note_atomic(a, bits / 8, order, PC, true);                                                               \
    return __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                          \
  FETCH(bits, type, add, __atomic_fetch_add)                                                                 \
  FETCH(bits, type, sub, __atomic_fetch_sub)                                                                 \
  FETCH(bits, type, and, __atomic_fetch_and)                                                                 \
  FETCH(bits, type, or, __atomic_fetch_or)                                                                   \
  FETCH(bits, type, xor, __atomic_fetch_xor)                                                                 \
  FETCH(bits, type, nand, __atomic_fetch_nand)                                                               \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type value, int order, \
                                                    int) {                                                   \
    note_atomic(a, bits / 8, order, PC);                                                                     \
    return __atomic_compare_exchange_n(a, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
  }                                                                                                          \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type value, int order,   \
                                                  int) {                                                     \
    note_atomic(a, bits / 8, order, PC);                                                                     \
    return __atomic_compare_exchange_n(a, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
  }                                                                                                          \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type value, int order,    \
                                                  int) {                                                     \
    note_atomic(a, bits / 8, order, PC);                                                                     \
    __atomic_compare_exchange_n(a, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
    return expected;                                                                                         \
  }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

}  // extern "C"
