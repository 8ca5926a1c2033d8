// The functions that the compiler calls for each memory access under -fsanitize=thread. They take the place of the
// sanitizer's library, and hand what concerns device memory to the recorder and to the checker.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "cudasim/loop.hpp"
#include "cudasim/memory_order.hpp"
#include "cudasim/sync.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/lens.hpp"
#include "sim/lens/race/atomic_form.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/global_shadow.hpp"
#include "sim/lens/race/local_memory.hpp"
#include "sim/lens/race/program_variables.hpp"
#include "sim/lens/race/release_log.hpp"
#include "sim/lens/report/kernel_name.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/shared_loads.hpp"
#include "sim/lens/stream/host_arguments.hpp"
#include "sim/lens/stream/stream_work.hpp"
#include "sim/lens/trace/schedule.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/worker.hpp"

__thread volatile cudasim::LoopMark cudasim_loop_mark[4];

namespace cudasim::lens {
namespace {

// Before the program's own constructors, so that the report comes after its destructors.
__attribute__((constructor(101))) void begin() {
  if (!install()) return;
  find_spaces();
}

/// Before a volatile read, whose value others may have to write first.
inline void polled() {
  if (current.mode != Mode::host && current.stepped_pc == nullptr) cudasim::detail::count_poll();
}

/// What the name of a hook says about the access.
struct Traits {
  AccessKind kind;
  std::uint8_t alignment;  ///< that the type has at least
  Pieces pieces;
  bool is_volatile;
  bool releases;
  bool overwrites;  ///< an atomic operation that does not look at what it finds
  bool acquires = false;
  bool only_loads = false;
  Op op = Op::atomic;  ///< an atomic access is counted as this
  Joining joining = Joining::none;
};

/// Types of 16 bytes may be aligned to 8.
constexpr Traits plain(AccessKind kind, std::size_t bytes, bool is_volatile) {
  return {kind, static_cast<std::uint8_t>(bytes < 8 ? bytes : 8), Pieces::whole, is_volatile, false, false};
}
constexpr Traits range(AccessKind kind, bool is_volatile) {
  return {kind, 1, Pieces::members, is_volatile, false, false};
}
Traits moved(AccessKind kind, std::size_t bytes) {
  return {kind, 1, pieces_of_call(bytes), false, false, false};
}
/// Hardware loads and stores what an atomic load or store does, and reads, changes and writes for the others.
constexpr Traits atomic(std::size_t bytes, int order, bool overwrites = false, bool only_loads = false,
                        Op op = Op::atomic) {
  const bool both = order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  const bool acquires = both || order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME;
  return {AccessKind::atomic,
          static_cast<std::uint8_t>(bytes),
          Pieces::whole,
          false,
          both || order == __ATOMIC_RELEASE,
          overwrites,
          acquires,
          only_loads,
          op};
}

/// Of an integer operation on what is there.
constexpr Traits fetching(std::size_t bytes, int order, bool adds_one) {
  Traits traits = atomic(bytes, order);
  traits.joining = adds_one ? Joining::one : Joining::integer;
  return traits;
}

Op op_of(const Traits& traits) {
  return traits.kind == AccessKind::read    ? Op::load
         : traits.kind == AccessKind::write ? Op::store
                                            : traits.op;
}

/// In a loop that waits, the first look is kept, and the first that finds another value tells by whom the thread was kept waiting.
void note_look(Lane& lane, std::uintptr_t address, std::size_t bytes, const void* pc) {
  std::uint64_t value = 0;
  {
    const Unwatched own_code;
    std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(bytes, sizeof value));
  }
  if (lane.looks_at != address) {
    lane.begun_at_look = this_worker->launch->next_block;
    lane.found_at_look = value;
  } else if (lane.looks > 1 && value != lane.found_at_look) {
    guest_waited_at(reinterpret_cast<const void*>(address), lane.begun_at_look, pc);
  }
}

/// @param looks  it changes nothing
/// @param tries  it is a compare-and-swap: after one that fails, a thread that waits for nothing tries again
inline void record(std::uintptr_t address, std::size_t bytes, const Traits& traits, Joining joining,
                   bool looks, bool tries, const void* pc) {
  Recorder& recorder = *current.recorder;
  Lane& lane = *current.lane;
  ++recorder.accesses;
  device_accesses += guest_is_in;
  const auto count = static_cast<std::uint32_t>(bytes);
  const Space space = space_of(address);
  if (space == Space::global) recorder.count_global(lane, bytes);
  if (space == Space::shared) recorder.count_shared(lane, bytes);
  if (traits.kind != AccessKind::atomic && !traits.is_volatile) {
    lane.looks_at = 0;
  } else {
    lane.has_looked |= looks;
    if (guest_is_in && looks && space == Space::global) note_look(lane, address, bytes, pc);
    const bool again = lane.looks_again(address, !looks || tries, recorder.barriers);
    const bool waits =
        (!tries || lane.repeats_try) &&
        lane.waits_at(address, !tries && (traits.kind == AccessKind::read || traits.only_loads));
    if (again || waits) ++recorder.spins;
  }
  const LaneAccess access{pc,
                          lane.path.caller(),
                          lane.path.value(),
                          address,
                          count,
                          piece_of(address, count, traits.pieces, space),
                          space,
                          op_of(traits),
                          joining};
  if (!current.requests->join(current.lane_number, access, lane.last)) {
    ++recorder.dropped_accesses;
    return;
  }
  if (recorder.steps != nullptr)
    recorder.steps->access(recorder.warp(), current.lane_number, lane.last, address, count, access.op,
                           lane.path);
}

/// A thread that waits looks again when the word has changed: where many wait for one another, most looks are in vain.
void wait_for_change(const Access& access) {
  constexpr int most_turns = 1024;
  char before[16];
  const std::size_t bytes = std::min<std::size_t>(access.bytes, sizeof before);
  {
    const Unwatched own_code;
    std::memcpy(before, access.address, bytes);
  }
  const auto is_unchanged = [&] {
    const Unwatched own_code;
    return std::memcmp(before, access.address, bytes) == 0;
  };
  for (int turn = 0; turn < most_turns && is_unchanged(); ++turn) this_worker->hold();
}

/// Half of the threads give way to others, so that some store late and some early: each order shows another missing barrier. Which ones, no thread
/// can know: it follows from the seed.
bool is_late() {
  std::uint32_t mixed =
      number_of_thread() ^ static_cast<std::uint32_t>(this_worker->launch->seed) * 0x9E3779B1u;
  mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
  mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
  return (mixed >> 16 & 1) != 0;
}

/// The thread lets all others run first, unless too many do so already: their stacks take memory.
void hold_back(Lane& lane, HeldFor why) {
  constexpr unsigned most_at_once = 16384;
  thread_local unsigned at_once = 0;
  if (at_once >= most_at_once) return;
  const std::uint32_t turn = lane.turn;
  ++at_once;
  this_worker->hold(why);
  --at_once;
  lane.turn = turn;  // it has not waited for the others
}

/// In the first run, before an addition to a counter in global memory, or a read or a compare-and-swap of a word that the thread has changed by
/// a compare-and-swap, as a lock is: a thread that comes there again lets all others come there, too. Work that threads draw from the counter is
/// shared as on a device: the first thread, which never waits, would draw all of it. So it does in the second run, where no order is one to rely on.
void let_others_draw(const Access& access, const Traits& traits) {
  constexpr unsigned most_draws = 64;  // of one thread: it may as well be a sum
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  Lane& lane = *current.lane;
  if (traits.joining != Joining::none && access.accumulates) {
    if (space_of(address) != Space::global || std::exchange(lane.draws_at, address) != address) return;
  } else {
    const bool reads = access.kind == AccessKind::read || access.looks || access.compares;
    if (!reads || lane.swapped_at != address) return;
    lane.swapped_at = 0;
  }
  if (++lane.draws > most_draws) return;
  Recorder& recorder = *current.recorder;
  const unsigned warp = recorder.warp(), number = current.lane_number;
  recorder.lane_draws(warp, number, true);
  hold_back(lane, HeldFor::its_share);
  recorder.lane_draws(warp, number, false);
}

/// All other threads run first: before a store or an exchange, and after a look at a word, unless the thread looks there again, as if it
/// waited. So what is loaded, changed and stored in several operations gets lost, as on a device. For a compare-and-swap, before_try does this.
void give_way(const Access& access) {
  Lane& lane = *current.lane;
  const bool stores = access.overwrites || (access.is_volatile && access.kind == AccessKind::write);
  const bool looks = access.looks || (access.is_volatile && access.kind == AccessKind::read);
  const bool waits = looks && lane.looks_at == reinterpret_cast<std::uintptr_t>(access.address);
  constexpr std::uint32_t most_looks = 12;  // it has counted as waiting by then
  if (waits && lane.looks >= most_looks) return wait_for_change(access);
  if (!stores && (!lane.has_looked || waits)) return;
  if (access.compares || access.of_barrier || current.read_only != nullptr) return;
  lane.has_looked = false;
  if (is_late()) hold_back(lane, HeldFor::order);
}

Access access_of(const void* pointer, std::size_t bytes, const Traits& traits, const void* pc) {
  return {static_cast<const char*>(pointer),
          static_cast<unsigned>(bytes),
          traits.kind,
          pc,
          traits.alignment,
          traits.is_volatile,
          traits.releases,
          traits.overwrites,
          traits.acquires,
          traits.only_loads,
          traits.kind == AccessKind::atomic && traits.op == Op::store};
}

/// Looks for hazards. In a long kernel only the first plain accesses are checked.
void check(const Access& access) {
  if (access.kind != AccessKind::atomic && !access.is_volatile &&
      !current.recorder->takes_check(searches_are_spent()))
    return Checker::instance().access_unchecked();
  const std::uintptr_t ahead = current.requests->address_ahead(current.lane_number, current.lane->last);
  GlobalShadow::instance().prefetch(ahead != 0 ? reinterpret_cast<const char*>(ahead) : access.address);
  Checker::instance().access(access);
}

/// What a submission's kernel has changed.
void note_written_by_guest(const Access& access, const Traits& traits) {
  const bool is_atomic = access.kind == AccessKind::atomic;
  written_by_kernel(access.address, access.bytes, is_atomic && traits.op == Op::atomic && !traits.overwrites);
  if (!access.looks && (is_atomic || access.is_volatile)) guest_signals(access.address);
}

/// An operation of a barrier in shared memory: whether it is counted as an access, too. One arrival per thread and phase is what a barrier
/// costs; a submission's further ones may add like any atomic operation.
bool counts_beside_barrier(const Access& access, const Traits& traits) {
  current.recorder->barriers += traits.op == Op::store;  // the phase is over
  return guest_is_in && traits.op == Op::atomic &&
         (current.lane->arrives_again(current.recorder->barriers,
                                      reinterpret_cast<std::uintptr_t>(access.address)) ||
          access.several);
}

/// `of_program`: it is a variable of the program.
inline void handle_in_kernel(Access& access, const Traits& traits, bool of_program) {
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  if (is_foreign_local(address)) {
    const Unwatched own_code;
    return report_foreign_local(access);
  }
  if (schedule_given && !schedule_access(access)) return;
  if (guest_gives_way)
    give_way(access);
  else if (guest_is_in)
    let_others_draw(access, traits);
  const Unwatched own_code;
  access.read_only = is_read_only(access);
  if (!device_memory.holds(address) &&
      (!variables.holds(address) || (host_arguments_given && is_host_argument(address))))
    return Checker::instance().host_memory(access);
  if (of_program) note_variable_of_kernel(access);
  check(access);
  if (guest_is_in && access.kind != AccessKind::read) note_written_by_guest(access, traits);
  current.stepped_atomic = access.kind == AccessKind::atomic;
  if (access.of_barrier && space_of(address) == Space::shared && !counts_beside_barrier(access, traits))
    return;
  record(address, access.bytes, traits, access.joins ? Joining::integer : traits.joining,
         access.kind == AccessKind::read || access.looks, access.swaps(), access.pc);
}

inline void handle_on_host(const Access& access, bool of_program) {
  const Unwatched own_code;
  if (of_program)
    note_variable_of_host(access);
  else
    Checker::instance().host_access(access);
}

__attribute__((noinline)) void handle(const void* pointer, std::size_t bytes, const Traits& traits,
                                      const void* pc) {
  if (bytes == 0) return;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const bool watched = current.mode == Mode::watched;
  const bool of_program = variables.holds(address) && !managed_variables.holds(address);
  if (!watched && !of_program && !device_memory.holds(address) && !managed_variables.holds(address) &&
      !is_host_memory_in_flight(address))
    return;
  Access access = access_of(pointer, bytes, traits, current.stepped_pc != nullptr ? current.stepped_pc : pc);
  if (access.kind == AccessKind::atomic) refine(access);
  if (watched)
    handle_in_kernel(access, traits, of_program);
  else
    handle_on_host(access, of_program);
}

/// Of a submission: page-locked memory that a kernel accesses directly costs as many requests as the device's own, and the host must wait for the
/// kernel before it looks there.
void count_pinned(const void* pointer, std::size_t bytes, const Traits& traits, const void* pc) {
  if (!any_pinned() || !find_pinned(pointer)) return;
  const bool on_device = current.mode == Mode::watched;
  const Unwatched own_code;
  const Access access{static_cast<const char*>(pointer),
                      static_cast<unsigned>(bytes),
                      traits.kind,
                      pc,
                      traits.alignment,
                      traits.is_volatile};
  if (!on_device) return StreamWork::instance().host_accesses(access);
  StreamWork::instance().note(access, false);
  record(reinterpret_cast<std::uintptr_t>(pointer), bytes, traits, traits.joining,
         traits.kind == AccessKind::read, false, pc);
}

inline __attribute__((always_inline)) bool concerns_lens(const volatile void* pointer) {
  if (current.mode == Mode::unwatched) return false;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return device_memory.holds(address) || variables.holds(address) ||
         (host_arguments_given && is_host_argument(address)) || is_foreign_local(address) ||
         (current.mode == Mode::host && is_host_memory_in_flight(address));
}

// The lens itself copies and fills memory between the accesses of a kernel: only addresses that it never uses count.
bool concerns_lens_in_library_call(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return current.mode != Mode::unwatched && (device_memory.holds(address) || variables.holds(address));
}

/// Of the thread's own memory, such as its arguments. Whether a vector there is aligned depends on where the compiler has put it.
inline bool is_misaligned_word(const volatile void* pointer, const Traits& traits) {
  constexpr unsigned word = 4;
  return traits.alignment <= word && current.mode == Mode::watched &&
         reinterpret_cast<std::uintptr_t>(pointer) % traits.alignment != 0;
}

inline __attribute__((always_inline)) void note(const volatile void* pointer, std::size_t bytes,
                                                Traits traits, const void* pc) {
  if (guest_is_in) {
    guest_accesses({const_cast<const void*>(pointer), bytes, op_of(traits) != Op::store,
                    traits.kind != AccessKind::read, __builtin_frame_address(0), pc});
    if (shared_loads != SharedLoads::ignored)
      shared_loads_accessed(const_cast<const void*>(pointer), bytes, op_of(traits));
  }
  if (traits.kind == AccessKind::atomic) expect_no_own_local(pointer, pc);
  if (concerns_lens(pointer))
    handle(const_cast<const void*>(pointer), bytes, traits, pc);
  else if (guest_is_in && is_misaligned_word(pointer, traits))
    guest_misaligns(bytes, pc);
  else if (guest_is_in)
    count_pinned(const_cast<const void*>(pointer), bytes, traits, pc);
  if (traits.kind == AccessKind::atomic)
    current.form = 0;  // the next operation's is its own, also if this one was none of the lens's
}

template <Traits traits>
__attribute__((noinline)) void note_seen(const void* pointer, std::size_t bytes, const void* pc) {
  note(pointer, bytes, traits, pc);
}
/// Host code mostly touches memory of its own: programs fill and compare millions of elements.
inline __attribute__((always_inline)) bool is_of_host_alone(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return current.mode == Mode::host && !device_memory.holds(address) && !variables.holds(address) &&
         !is_host_memory_in_flight(address);
}

/// In a block that is not watched, and for what does not concern the device, the question is all that a hook does: no register is
/// saved before it.
template <Traits traits>
inline __attribute__((always_inline)) void note(const void* pointer, std::size_t bytes, const void* pc) {
  if ((current.mode == Mode::unwatched || is_of_host_alone(pointer)) && !guest_is_in) return;
  note_seen<traits>(pointer, bytes, pc);
}

/// Before a compare-and-swap. Of many that try at once one succeeds, as on a device: all other threads run first.
__attribute__((noinline)) void before_try(const volatile void* address, std::uint64_t expected) {
  current.lane->note_try(reinterpret_cast<std::uintptr_t>(address), expected);
  if (!guest_gives_way || (current.form & detail::form_barrier) != 0 || !is_late()) return;
  const unsigned form = std::exchange(current.form, 0u);
  hold_back(*current.lane, HeldFor::order);
  current.form = form;
}

/// An atomic function of several instructions, such as atomicAdd of floats, has found that another thread changed the word between its
/// load and its compare-and-swap. It tries again there: still one access, as on a device.
__thread const volatile void* tries_again_at;

template <class T>
inline __attribute__((always_inline)) bool compare_and_swap(volatile T* address, T* expected, T value,
                                                            int order, const void* pc) {
  const bool updates = current.mode != Mode::host && current.updates == address;
  if (current.mode == Mode::watched && !updates && concerns_lens(address))
    before_try(address, static_cast<std::uint64_t>(*expected));
  if (updates && std::exchange(tries_again_at, nullptr) == address) {
    current.form = 0;
  } else {
    if (current.mode == Mode::watched && !updates && value == *expected)
      current.form |= detail::form_looks;  // it changes nothing
    note(address, sizeof(T),
         atomic(sizeof(T), order, false, !updates && __atomic_load_n(address, __ATOMIC_RELAXED) != *expected),
         pc);
  }
  const bool done =
      __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (done && !updates && current.mode == Mode::watched) {
    const auto word = reinterpret_cast<std::uintptr_t>(address);
    current.lane->swapped_at = space_of(word) == Space::global ? word : 0;
  }
  if (!updates) return done;
  current.updates =
      done ? nullptr : const_cast<const T*>(address);  // others may have run since the first look
  if (!done) tries_again_at = address;
  return done;
}

/// On the host it is also the runtime API that copies to and from device memory: only the program's own lines count, or a guest's code, of
/// which some has no lines.
bool calls_from_program(const void* address, const void* pc) {
  if (guest_is_in) return current.mode != Mode::host || is_guest_code(pc);
  if (current.mode != Mode::host || !device_memory.holds(reinterpret_cast<std::uintptr_t>(address)))
    return true;
  return source_line(pc).line != 0;
}

// A program that is linked statically comes here before it has variables of threads: `device_memory` is looked at first, and
// clang would read `current` ahead of that if nothing stood between.
inline void note_moved(const void* address, std::size_t bytes, AccessKind kind, const void* pc) {
  if (device_memory.bytes == 0) return;
  asm volatile("" ::: "memory");
  if (current.mode == Mode::unwatched || !calls_from_program(address, pc)) return;
  if (guest_is_in) {
    guest_accesses({address, bytes, kind == AccessKind::read, kind != AccessKind::read,
                    __builtin_frame_address(0), pc, true});
    if (shared_loads != SharedLoads::ignored)
      shared_loads_accessed(address, bytes, op_of(moved(kind, bytes)));
  }
  if (concerns_lens_in_library_call(address))
    handle(address, bytes, moved(kind, bytes), pc);
  else if (guest_is_in)
    count_pinned(address, bytes, moved(kind, bytes), pc);
}

}  // namespace

void library_accesses(const void* address, std::size_t bytes, bool writes, const void* pc) {
  note_moved(address, bytes, writes ? AccessKind::write : AccessKind::read, pc);
}

namespace {

// Marks of loops come as volatile writes of one byte.
bool is_loop_mark(const void* address) {
  if (current.mode == Mode::unwatched) return false;
  const auto mark = static_cast<const char*>(address) -
                    reinterpret_cast<const char*>(const_cast<const LoopMark*>(&cudasim_loop_mark[0]));
  if (static_cast<std::size_t>(mark) >= 4) return false;
  if (current.mode != Mode::watched) return true;
  Path& path = current.lane->path;
  if (mark == 0)
    path.enter_loop();
  else if (mark == 1)
    path.next_iteration();
  else if (mark == 2)
    path.leave();
  else
    ++current.recorder->matrix_instructions;
  return true;
}

__attribute__((noinline)) bool look_for_name(const void* pc) {
  const Unwatched own_code;
  note_function(*this_worker->launch, pc);
  return name_is_open(*this_worker->launch);
}

/// Not inlined: in a block that is not watched no register is saved before the question.
__attribute__((noinline)) void function_entered(const void* caller, const void* pc) {
  current.lane->path.call(caller);
  if (current.name_is_open) current.name_is_open = look_for_name(pc);
}

}  // namespace
}  // namespace cudasim::lens

using cudasim::lens::AccessKind;
using cudasim::lens::atomic;
using cudasim::lens::compare_and_swap;
using cudasim::lens::fetching;
using cudasim::lens::note;
using cudasim::lens::note_moved;
using cudasim::lens::Op;
using cudasim::lens::plain;
using cudasim::lens::range;

#define PC __builtin_return_address(0)
// All in one section: what steps through a thread knows them by it.
#define LENS_HOOK __attribute__((section("lens_hooks")))

extern "C" {

LENS_HOOK void __tsan_init() {}
LENS_HOOK void __tsan_func_entry(void* caller) {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched)
    cudasim::lens::function_entered(caller, PC);
}
LENS_HOOK void __tsan_func_exit() {
  if (cudasim::lens::current.mode == cudasim::lens::Mode::watched) cudasim::lens::current.lane->path.leave();
}

// Copies and fills of structs that the compiler makes, and those of the program. The work is done by the C library's
// checked forms, and the compiler must not see that the check is idle: else it would make calls of the unchecked ones,
// these here, of them.
void* libc_copy(void*, const void*, std::size_t, std::size_t) __asm__("__memcpy_chk");
void* libc_move(void*, const void*, std::size_t, std::size_t) __asm__("__memmove_chk");
void* libc_fill(void*, int, std::size_t, std::size_t) __asm__("__memset_chk");
#define STANDS_FOR(name) __asm__(name) __attribute__((visibility("hidden")))
LENS_HOOK void* copy_hook(void* to, const void* from, std::size_t bytes) STANDS_FOR("memcpy");
LENS_HOOK void* move_hook(void* to, const void* from, std::size_t bytes) STANDS_FOR("memmove");
LENS_HOOK void* fill_hook(void* to, int value, std::size_t bytes) STANDS_FOR("memset");

static std::size_t hidden(std::size_t bytes) {
  asm("" : "+r"(bytes));
  return bytes;
}
#define IN_HOOK static inline __attribute__((always_inline))
IN_HOOK void* copied(void* to, const void* from, std::size_t bytes, const void* pc) {
  note_moved(from, bytes, AccessKind::read, pc);
  note_moved(to, bytes, AccessKind::write, pc);
  return libc_copy(to, from, bytes, hidden(bytes));
}
IN_HOOK void* moved(void* to, const void* from, std::size_t bytes, const void* pc) {
  note_moved(from, bytes, AccessKind::read, pc);
  note_moved(to, bytes, AccessKind::write, pc);
  return libc_move(to, from, bytes, hidden(bytes));
}
IN_HOOK void* filled(void* to, int value, std::size_t bytes, const void* pc) {
  note_moved(to, bytes, AccessKind::write, pc);
  return libc_fill(to, value, bytes, hidden(bytes));
}
void* copy_hook(void* to, const void* from, std::size_t bytes) { return copied(to, from, bytes, PC); }
void* move_hook(void* to, const void* from, std::size_t bytes) { return moved(to, from, bytes, PC); }
void* fill_hook(void* to, int value, std::size_t bytes) { return filled(to, value, bytes, PC); }
// Newer clangs' names for them.
LENS_HOOK void* __tsan_memcpy(void* to, const void* from, std::size_t n) { return copied(to, from, n, PC); }
LENS_HOOK void* __tsan_memmove(void* to, const void* from, std::size_t n) { return moved(to, from, n, PC); }
LENS_HOOK void* __tsan_memset(void* to, int value, std::size_t n) { return filled(to, value, n, PC); }

#define HOOKS_OF_SIZE(size)                                                                                  \
  LENS_HOOK void __tsan_read##size(void* a) { note<plain(AccessKind::read, size, false)>(a, size, PC); }     \
  LENS_HOOK void __tsan_write##size(void* a) { note<plain(AccessKind::write, size, false)>(a, size, PC); }   \
  LENS_HOOK void __tsan_volatile_read##size(void* a) {                                                       \
    cudasim::lens::polled();                                                                                 \
    note<plain(AccessKind::read, size, true)>(a, size, PC);                                                  \
  }                                                                                                          \
  LENS_HOOK void __tsan_read_write##size(void* a) {                                                          \
    note<plain(AccessKind::read, size, false)>(a, size, PC);                                                 \
    note<plain(AccessKind::write, size, false)>(a, size, PC);                                                \
  }                                                                                                          \
  LENS_HOOK void __tsan_unaligned_read##size(void* a) { note<range(AccessKind::read, false)>(a, size, PC); } \
  LENS_HOOK void __tsan_unaligned_write##size(void* a) {                                                     \
    note<range(AccessKind::write, false)>(a, size, PC);                                                      \
  }                                                                                                          \
  LENS_HOOK void __tsan_unaligned_volatile_read##size(void* a) {                                             \
    note<range(AccessKind::read, true)>(a, size, PC);                                                        \
  }                                                                                                          \
  LENS_HOOK void __tsan_unaligned_volatile_write##size(void* a) {                                            \
    note<range(AccessKind::write, true)>(a, size, PC);                                                       \
  }                                                                                                          \
  LENS_HOOK void __tsan_unaligned_read_write##size(void* a) {                                                \
    note<range(AccessKind::read, false)>(a, size, PC);                                                       \
    note<range(AccessKind::write, false)>(a, size, PC);                                                      \
  }
HOOKS_OF_SIZE(1)
HOOKS_OF_SIZE(2)
HOOKS_OF_SIZE(4)
HOOKS_OF_SIZE(8)
HOOKS_OF_SIZE(16)

LENS_HOOK void __tsan_volatile_write1(void* a) {
  if (!cudasim::lens::is_loop_mark(a)) note<plain(AccessKind::write, 1, true)>(a, 1, PC);
}
LENS_HOOK void __tsan_volatile_write2(void* a) { note<plain(AccessKind::write, 2, true)>(a, 2, PC); }
LENS_HOOK void __tsan_volatile_write4(void* a) { note<plain(AccessKind::write, 4, true)>(a, 4, PC); }
LENS_HOOK void __tsan_volatile_write8(void* a) { note<plain(AccessKind::write, 8, true)>(a, 8, PC); }
LENS_HOOK void __tsan_volatile_write16(void* a) { note<plain(AccessKind::write, 16, true)>(a, 16, PC); }

LENS_HOOK void __tsan_read_range(void* a, unsigned long bytes) {
  note<range(AccessKind::read, false)>(a, bytes, PC);
}
LENS_HOOK void __tsan_write_range(void* a, unsigned long bytes) {
  note<range(AccessKind::write, false)>(a, bytes, PC);
}

// A constructor's store of the object's table pointer has this hook alone; the store itself follows.
LENS_HOOK void __tsan_vptr_read(void** a) { note<plain(AccessKind::read, 8, false)>(a, sizeof *a, PC); }
LENS_HOOK void __tsan_vptr_update(void** a, void*) {
  note<plain(AccessKind::write, 8, false)>(a, sizeof *a, PC);
}
LENS_HOOK void __tsan_ignore_thread_begin() {}
LENS_HOOK void __tsan_ignore_thread_end() {}

LENS_HOOK void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (cudasim::lens::current.mode != cudasim::lens::Mode::watched) return;
  const cudasim::lens::Fence fence = cudasim::lens::fence_of(order);
  const cudasim::lens::Unwatched own_code;
  cudasim::lens::Checker::instance().fence(fence);
}
LENS_HOOK void __tsan_atomic_signal_fence(int) {}

// Atomic operations: these have to be carried out here. All in the strongest order. A compare-and-swap that is going to
// fail only reads.
#define FETCH(bits, type, name, operation)                                                            \
  LENS_HOOK type __tsan_atomic##bits##_fetch_##name(volatile type* a, type value, int order) {        \
    note(a, bits / 8, fetching(bits / 8, order, value == 1 && std::string_view(#name) == "add"), PC); \
    return operation(a, value, __ATOMIC_SEQ_CST);                                                     \
  }
#define ATOMICS(bits, type)                                                                                 \
  LENS_HOOK type __tsan_atomic##bits##_load(const volatile type* a, int order) {                            \
    note(a, bits / 8, atomic(bits / 8, order, false, true, Op::load), PC);                                  \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                         \
  LENS_HOOK void __tsan_atomic##bits##_store(volatile type* a, type value, int order) {                     \
    note(a, bits / 8, atomic(bits / 8, order, true, false, Op::store), PC);                                 \
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                         \
  LENS_HOOK type __tsan_atomic##bits##_exchange(volatile type* a, type value, int order) {                  \
    note(a, bits / 8, atomic(bits / 8, order, true), PC);                                                   \
    return __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                         \
  FETCH(bits, type, add, __atomic_fetch_add)                                                                \
  FETCH(bits, type, sub, __atomic_fetch_sub)                                                                \
  FETCH(bits, type, and, __atomic_fetch_and)                                                                \
  FETCH(bits, type, or, __atomic_fetch_or)                                                                  \
  FETCH(bits, type, xor, __atomic_fetch_xor)                                                                \
  FETCH(bits, type, nand, __atomic_fetch_nand)                                                              \
  LENS_HOOK int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type value, \
                                                              int order, int) {                             \
    return compare_and_swap(a, expected, value, order, PC);                                                 \
  }                                                                                                         \
  LENS_HOOK int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type value,   \
                                                            int order, int) {                               \
    return compare_and_swap(a, expected, value, order, PC);                                                 \
  }                                                                                                         \
  LENS_HOOK type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type value,    \
                                                            int order, int) {                               \
    compare_and_swap(a, &expected, value, order, PC);                                                       \
    return expected;                                                                                        \
  }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

}  // extern "C"
