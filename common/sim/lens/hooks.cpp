// The functions that the compiler calls for each memory access under -fsanitize=thread. They take the place of the
// sanitizer's library, and hand what concerns device memory to the recorder and to the checker.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "checker.hpp"
#include "cudasim/loop.hpp"
#include "device_heap.hpp"
#include "lens.hpp"
#include "recorder.hpp"

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
  bool range;
  bool is_volatile;
  bool releases;
  const void* pc;
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
                        hooked.range ? 1 : static_cast<unsigned>(hooked.bytes),
                        hooked.is_volatile,
                        hooked.releases};
    if (watched)
      Checker::instance().access(access);
    else
      Checker::instance().host_access(access);
  }
  if (watched) record(hooked, address);
}

inline __attribute__((always_inline)) void note(const Hooked& hooked) {
  if (current.mode == Mode::unwatched) return;
  const auto address = reinterpret_cast<std::uintptr_t>(hooked.address);
  if (!device.holds(address) && !variables.holds(address)) return;
  handle(hooked);
}

inline __attribute__((always_inline)) void note_atomic(const volatile void* address, std::size_t bytes, int order, const void* pc) {
  const bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  note({const_cast<const void*>(address), bytes, AccessKind::atomic, false, false, releases, pc});
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

}  // namespace
}  // namespace cudasim::lens

using cudasim::lens::AccessKind;
using cudasim::lens::note;
using cudasim::lens::note_atomic;

#define PC __builtin_return_address(0)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void* caller) {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched) cudasim::lens::current.lane->path.call(caller);
}
void __tsan_func_exit() {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched) cudasim::lens::current.lane->path.leave();
}

#define HOOKS_OF_SIZE(size)                                                                                             \
  void __tsan_read##size(void* a) { note({a, size, AccessKind::read, false, false, false, PC}); }                       \
  void __tsan_write##size(void* a) { note({a, size, AccessKind::write, false, false, false, PC}); }                     \
  void __tsan_unaligned_read##size(void* a) { note({a, size, AccessKind::read, true, false, false, PC}); }              \
  void __tsan_unaligned_write##size(void* a) { note({a, size, AccessKind::write, true, false, false, PC}); }            \
  void __tsan_volatile_read##size(void* a) { note({a, size, AccessKind::read, false, true, false, PC}); }               \
  void __tsan_unaligned_volatile_read##size(void* a) { note({a, size, AccessKind::read, true, true, false, PC}); }      \
  void __tsan_unaligned_volatile_write##size(void* a) { note({a, size, AccessKind::write, true, true, false, PC}); }    \
  void __tsan_read_write##size(void* a) {                                                                               \
    note({a, size, AccessKind::read, false, false, false, PC});                                                         \
    note({a, size, AccessKind::write, false, false, false, PC});                                                        \
  }                                                                                                                     \
  void __tsan_unaligned_read_write##size(void* a) {                                                                     \
    note({a, size, AccessKind::read, true, false, false, PC});                                                          \
    note({a, size, AccessKind::write, true, false, false, PC});                                                         \
  }
HOOKS_OF_SIZE(1)
HOOKS_OF_SIZE(2)
HOOKS_OF_SIZE(4)
HOOKS_OF_SIZE(8)
HOOKS_OF_SIZE(16)

void __tsan_volatile_write1(void* a) {
  if (!cudasim::lens::is_loop_mark(a)) note({a, 1, AccessKind::write, false, true, false, PC});
}
#define VOLATILE_WRITE(size) \
  void __tsan_volatile_write##size(void* a) { note({a, size, AccessKind::write, false, true, false, PC}); }
VOLATILE_WRITE(2)
VOLATILE_WRITE(4)
VOLATILE_WRITE(8)
VOLATILE_WRITE(16)

void __tsan_read_range(void* a, unsigned long bytes) { note({a, bytes, AccessKind::read, true, false, false, PC}); }
void __tsan_write_range(void* a, unsigned long bytes) { note({a, bytes, AccessKind::write, true, false, false, PC}); }

void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_atomic_thread_fence(int order) {
  using cudasim::lens::FenceScope;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched)
    cudasim::lens::Checker::instance().fence(order == __ATOMIC_SEQ_CST ? FenceScope::device : FenceScope::block);
}
void __tsan_atomic_signal_fence(int) {}

// Atomic operations: these have to be carried out here. All in the strongest order.
#define FETCH(bits, type, name, operation)                                                  \
  type __tsan_atomic##bits##_fetch_##name(volatile type* a, type value, int order) {        \
    note_atomic(a, bits / 8, order, PC);                                                    \
    return operation(a, value, __ATOMIC_SEQ_CST);                                           \
  }
#define ATOMICS(bits, type)                                                                                     \
  type __tsan_atomic##bits##_load(const volatile type* a, int) {                                                \
    note({const_cast<const type*>(a), bits / 8, AccessKind::atomic, false, false, false, PC});                  \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                             \
  void __tsan_atomic##bits##_store(volatile type* a, type value, int order) {                                   \
    note_atomic(a, bits / 8, order, PC);                                                                        \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                                               \
  }                                                                                                             \
  type __tsan_atomic##bits##_exchange(volatile type* a, type value, int order) {                                \
    note_atomic(a, bits / 8, order, PC);                                                                        \
    return __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                                                     \
  }                                                                                                             \
  FETCH(bits, type, add, __atomic_fetch_add)                                                                    \
  FETCH(bits, type, sub, __atomic_fetch_sub)                                                                    \
  FETCH(bits, type, and, __atomic_fetch_and)                                                                    \
  FETCH(bits, type, or, __atomic_fetch_or)                                                                      \
  FETCH(bits, type, xor, __atomic_fetch_xor)                                                                    \
  FETCH(bits, type, nand, __atomic_fetch_nand)                                                                  \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type value, int order, int) { \
    note_atomic(a, bits / 8, order, PC);                                                                        \
    return __atomic_compare_exchange_n(a, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
  }                                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type value, int order, int) {   \
    note_atomic(a, bits / 8, order, PC);                                                                        \
    return __atomic_compare_exchange_n(a, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
  }                                                                                                             \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type value, int order, int) {    \
    note_atomic(a, bits / 8, order, PC);                                                                        \
    __atomic_compare_exchange_n(a, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                \
    return expected;                                                                                            \
  }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

}  // extern "C"
