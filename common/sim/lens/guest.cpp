#include "sim/lens/guest.hpp"

#include <link.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cudasim/math.hpp"
#include "cudasim/restricted.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/race/allocations.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/stream/host_arguments.hpp"
#include "sim/lens/stream/stream_work.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/fault.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/worker.hpp"

extern "C" {
extern char __executable_start[] __attribute__((weak));
extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
}

namespace cudasim::lens {

bool guest_is_in = false;
bool guest_gives_way = false;
std::uint64_t device_accesses = 0;

namespace {

// What device code runs on: as large as fibre.cpp makes it, or less.
constexpr std::uintptr_t fibre_stack = std::uintptr_t{256} * 1024;
// A null pointer with an offset: the fault that it raises says more.
constexpr std::uintptr_t lowest_stored = 1 << 16;
/// More fills than this are a way to write results from the host, and so many short copies one to put them in order.
constexpr std::uint64_t most_fills = 64;
constexpr std::size_t short_copy = 64;  // bytes
constexpr std::size_t word = 4;
constexpr std::size_t cache_line = 64;
/// Of a row of a copy, however short: it costs a sector on both sides.
constexpr std::size_t sector = 32;
/// Bytes that whoever chooses a call hands over, even if it has no other arguments than the call before.
constexpr std::uint64_t price_of_call = 8;
/// On a thread's stack, of the arguments of its kernel: those of the call and of the simulator's own functions before it.
constexpr std::uint64_t copies_of_arguments = 2;

/// How a word got what it holds: by the thread with this number, or by none.
using Origin = std::uint32_t;

struct Guest {
  const char* stack_top = nullptr;
  Memory code{nullptr, nullptr};
  Memory heap{nullptr, nullptr};
  bool (*is_allocated)(const char* begin, std::size_t bytes) = nullptr;  ///< in the heap; null: all of it is
  std::vector<Memory> own;                                               ///< beside the heap
  std::vector<Memory> given;     ///< the arrays of the case in device memory
  std::vector<Memory> constant;  ///< those of them that are only inputs
  std::vector<Memory> on_host;   ///< the case's arrays in the host's memory
  Memory thrown{nullptr, nullptr};
  HostWork work;
  std::uint64_t fills = 0;
  std::uint64_t short_copies = 0;
  /// Lines of the program's variables that kernels have accessed, and host code.
  std::unordered_set<std::uintptr_t> lines_of_kernels, lines_of_host;
  /// Lines outside of the device's memory that kernels have written.
  std::unordered_set<std::uintptr_t> lines_written;
  /// What a launch says: the grid's shape and the arguments.
  using Words = std::vector<char>;
  using Kernel = std::pair<const void*, void (*)(void*)>;  ///< where it is, and what calls it
  std::map<Kernel, std::array<Words, 3>> launched;         ///< by each kernel last, the latest first
  std::map<std::pair<Kernel, Words>, unsigned> launches;   ///< a number for each launch that differs
  std::array<std::uint64_t, 2> shape = {};                 ///< of the last launch: blocks, threads of a block
  std::array<unsigned, 2> last_launches = {};              ///< their numbers, 0 before the first
  std::array<Kernel, 2> last_kernels;
  std::map<std::array<unsigned, 2>, unsigned> next_launch;  ///< which one followed two others last
  std::map<std::array<Kernel, 2>, Kernel> next_kernel;
  bool goes_on_in_steps =
      false;  ///< the next launch is foretold by steps of the arguments, not by those before
  bool is_ahead_unordered =
      false;  ///< the last launch may overlap the one before, and no thread of it has waited
  std::uint64_t read_of_kernels = 0;  ///< bytes that kernels had written
  /// Values of words, where the case's arrays are the host's: of its inputs, and of what kernels had written and the host got.
  std::unordered_set<std::uint32_t> inputs, brought;
  std::unordered_set<const void*>
      made_by_host;  ///< words that kernels read and the host had filled with other values
  /// Of the running launch; 0 where it is cooperative, or where all of its blocks are resident.
  std::uint64_t blocks_of_large_grid = 0;
  std::unordered_map<const void*, std::uint64_t>
      signals;  ///< in a large grid: a word, and the block that wrote it last
  /// By words that atomic operations change: what was there before the last one, and by how much the word grew from one to the next.
  struct Growth {
    std::uint64_t last = 0;
    std::vector<std::uint64_t> steps;
  };
  std::unordered_map<const void*, Growth> growth;
  /// Addresses of its functions that host code has copied from a variable of the device: the device's own.
  std::unordered_set<const void*> functions;
  Origin* origins = nullptr;  ///< of each word of the device's memory
};
Guest guest;

/// The end of the stack of what the guest has called, which is none of its own. `frame` if it has called nothing.
const char* end_of_called(const char* frame) {
  const char* end = frame;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* found) {
        if (!is_guest_code(reinterpret_cast<const void*>(_Unwind_GetIP(context)))) return _URC_NO_REASON;
        *static_cast<const char**>(found) = reinterpret_cast<const char*>(_Unwind_GetCFA(context));
        return _URC_END_OF_STACK;
      },
      &end);
  return end;
}

bool is_in_heap(const void* address) { return address >= guest.heap.begin && address < guest.heap.end; }

bool is_own(const char* begin, std::size_t bytes, const char* frame, bool on_device, bool by_library) {
  const DeviceHeap& heap = DeviceHeap::instance();
  const char* end = begin + bytes;
  if (begin >= heap.begin() && end <= heap.end()) return true;
  const char* top = on_device ? frame + fibre_stack : guest.stack_top;
  if (begin >= frame && end <= top) return !by_library || begin >= end_of_called(frame);
  for (const Memory& each : guest.own)
    if (begin >= each.begin && end <= each.end) return true;
  if (is_in_heap(begin) && end <= guest.heap.end)
    return guest.is_allocated == nullptr || guest.is_allocated(begin, bytes);
  if (!on_device && begin >= guest.thrown.begin && end <= guest.thrown.end) return true;
  const auto pinned = find_pinned(begin);
  return pinned && end <= pinned->begin + pinned->bytes;
}

/// Of the running OS thread's variables. Of the program alone: it is linked statically.
std::size_t bytes_of_thread_variables() {
  static const std::size_t bytes = [] {
    std::size_t found = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* to) {
          for (unsigned i = 0; i < object->dlpi_phnum; ++i)
            if (const auto& part = object->dlpi_phdr[i]; part.p_type == PT_TLS)
              *static_cast<std::size_t*>(to) = part.p_memsz + part.p_align;
          return 0;
        },
        &found);
    return found;
  }();
  return bytes;
}

bool is_thread_variable(const char* begin, const char* end) {
  const auto* pointer = static_cast<const char*>(__builtin_thread_pointer());
#if defined(__x86_64__)
  return begin >= pointer - bytes_of_thread_variables() && end <= pointer + sizeof(void*);
#else
  constexpr std::size_t header = 16;
  return begin >= pointer && end <= pointer + header + bytes_of_thread_variables();
#endif
}

/// The exception that is being handled may be one of the library's.
bool is_of_exception(const char* begin, const char* end) {
  const std::exception_ptr current = std::current_exception();
  const char* object;
  std::memcpy(&object, &current, sizeof object);
  return object != nullptr && begin >= object && end <= object + cache_line;
}

/// Constants of the program, and what the C library declares. Other static variables are the lens's, the simulator's and the marker's: who reads
/// them knows how it is tested.
bool is_static_readable(const char* begin, const char* end) {
  const char* end_of_constants = __data_start != nullptr ? __data_start : _end;
  if (begin >= __executable_start && end <= end_of_constants) return true;
  const void* const declared[] = {&stdin, &stdout, &stderr, &__libc_single_threaded};
  return std::ranges::find(declared, static_cast<const void*>(begin)) != std::end(declared);
}

/// What it may load beside its own memory: constants, variables of its OS thread, and the arguments of the running kernel.
bool is_readable(const char* begin, std::size_t bytes, bool on_device) {
  const char* end = begin + bytes;
  if (is_static_readable(begin, end) || is_thread_variable(begin, end)) return true;
  if (!on_device) return is_of_exception(begin, end);
  const auto& call = this_worker->launch->call;
  const auto* arguments = static_cast<const char*>(call.data);
  return (begin >= arguments && end <= arguments + call.bytes) ||
         (host_arguments_given && is_host_argument(reinterpret_cast<std::uintptr_t>(begin)));  // a hazard
}

Origin* origin_of(const void* address) {
  const DeviceHeap& heap = DeviceHeap::instance();
  const auto* at = static_cast<const char*>(address);
  if (guest.origins == nullptr || at < heap.begin() || at >= heap.end()) return nullptr;
  return guest.origins + static_cast<std::size_t>(at - heap.begin()) / word;
}

std::size_t words_of(const void* begin, std::size_t bytes) {
  const std::size_t first = reinterpret_cast<std::uintptr_t>(begin) % word;
  return (first + bytes + word - 1) / word;
}

void note_origin(const void* begin, std::size_t bytes, Origin origin) {
  if (Origin* first = origin_of(begin)) std::fill_n(first, words_of(begin, bytes), origin);
}

bool is_pinned(const void* address) { return any_pinned() && find_pinned(address); }

/// How many of these bytes were written by kernels.
std::size_t written_by_kernels(const void* begin, std::size_t bytes) {
  const Origin* origin = origin_of(begin);
  if (origin == nullptr)
    return guest.lines_written.contains(reinterpret_cast<std::uintptr_t>(begin) / cache_line) ? bytes : 0;
  return word * static_cast<std::size_t>(std::count_if(origin, origin + words_of(begin, bytes), is_thread));
}

template <class Function>
void for_each_value(const void* begin, std::size_t bytes, Function function) {
  for (const char* at = static_cast<const char*>(begin); bytes >= word; at += word, bytes -= word) {
    std::uint32_t value;
    std::memcpy(&value, at, word);
    function(at, value);
  }
}

/// Of words that come to the host, the lowest bit.
bool changes_what_returns = false;
std::unordered_set<const void*> changed;

void change(void* at) {
  std::uint32_t value;
  std::memcpy(&value, at, word);
  value ^= 1;
  std::memcpy(at, &value, word);
}

/// The host loads these bytes, which kernels may have written.
void change_in_place(const void* begin, std::size_t bytes) {
  for_each_value(begin, bytes, [](const char* at, std::uint32_t) {
    if (written_by_kernels(at, word) != 0 && changed.insert(at).second) change(const_cast<char*>(at));
  });
}

void change_copied(void* to, const void* from, std::size_t bytes) {
  for_each_value(from, bytes, [&](const char* at, std::uint32_t) {
    const auto offset = at - static_cast<const char*>(from);
    if (written_by_kernels(at, word) != 0 && !changed.contains(at)) change(static_cast<char*>(to) + offset);
  });
}

/// The host gets these bytes.
void note_brought(const void* begin, std::size_t bytes) {
  if (guest.inputs.empty()) return;
  for_each_value(begin, bytes, [](const char* at, std::uint32_t value) {
    if (written_by_kernels(at, word) != 0) guest.brought.insert(value);
  });
}

/// A kernel reads these bytes.
void note_made_by_host(const void* begin, std::size_t bytes) {
  const auto number = reinterpret_cast<std::uintptr_t>(begin);
  if (guest.inputs.empty() || !(device_memory.holds(number) || variables.holds(number) || is_pinned(begin)) ||
      space_of(number) != Space::global)
    return;
  for_each_value(begin, bytes, [](const char* at, std::uint32_t value) {
    const Origin* origin = origin_of(at);
    const bool is_of_host =
        origin != nullptr ? !is_thread(*origin) && *origin != by_fill : written_by_kernels(at, word) == 0;
    if (is_of_host && !guest.inputs.contains(value) && guest.made_by_host.insert(at).second)
      guest.work.made += word;
  });
}

/// A kernel reads these bytes: words that a choice of fills and short copies has put there are handed over, once.
void note_chosen(const void* begin, std::size_t bytes) {
  Origin* origin = origin_of(begin);
  for (std::size_t i = 0; origin != nullptr && i < words_of(begin, bytes); ++i) {
    if (origin[i] != by_choice) continue;
    origin[i] = no_thread;
    guest.work.handed_over += word;
  }
}

/// Where kernels read what host code writes, and the other way round.
bool is_shared_with_host(const void* address) {
  const auto* at = static_cast<const char*>(address);
  const DeviceHeap& heap = DeviceHeap::instance();
  return (at >= heap.begin() && at < heap.end()) ||
         managed_variables.holds(reinterpret_cast<std::uintptr_t>(address)) || is_pinned(address);
}

/// A variable that kernels and host code both access hands over what it holds, whoever got its address, and how.
void note_variable(const void* address, std::size_t bytes, bool writes, bool on_host) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!variables.holds(at)) return;
  const std::uintptr_t line = at / cache_line;
  const bool is_new = (on_host ? guest.lines_of_host : guest.lines_of_kernels).insert(line).second;
  if (on_host && guest.lines_of_kernels.contains(line))
    (writes ? guest.work.handed_over : guest.work.read_back) += bytes;
  if (!on_host && is_new && guest.lines_of_host.contains(line)) guest.work.handed_over += cache_line;
}

void note_host_work(const void* address, std::size_t bytes, bool writes) {
  guest.work.accesses += words_of(address, bytes);
  if (is_shared_with_host(address))
    (writes ? guest.work.handed_over : guest.work.read_back) += bytes;
  else
    note_variable(address, bytes, writes, true);
  if (writes) return note_origin(address, bytes, no_thread);
  guest.read_of_kernels += written_by_kernels(address, bytes);
  if (!is_shared_with_host(address)) return;
  note_brought(address, bytes);
  if (changes_what_returns) change_in_place(address, bytes);
}

bool is_in_any(const std::vector<Memory>& all, const void* address) {
  return std::ranges::any_of(all,
                             [&](const Memory& each) { return address >= each.begin && address < each.end; });
}

}  // namespace

bool may_bring_pointers(const void* from) {
  if (guest.is_allocated == nullptr) return true;  // nothing is marked
  return guest_is_in && !is_in_any(guest.on_host, from);
}

namespace {

/// Global memory that is no array of the case.
bool is_elsewhere(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!device_memory.holds(at) && !variables.holds(at) && !is_pinned(address)) return false;
  return space_of(at) == Space::global && !is_in_any(guest.given, address);
}

/// Distributed shared memory.
bool is_of_other_block(const void* address) {
  if (this_worker->block->cluster == nullptr ||
      space_of(reinterpret_cast<std::uintptr_t>(address)) != Space::shared)
    return false;
  const Block* const owner = shared_owner(address);
  return owner != nullptr && owner != this_worker->block;
}

void note_device_work(const GuestAccess& access) {
  const auto& [address, bytes, reads, writes, frame, pc, by_library] = access;
  note_variable(address, bytes, writes, false);
  if (!writes) note_made_by_host(address, bytes);
  if (reads) note_chosen(address, bytes);
  if (writes && is_elsewhere(address)) guest.work.stored_elsewhere += bytes;
  if (is_pinned(address)) guest.work.over_the_bus += bytes;
  if (is_of_other_block(address)) ++guest.work.in_other_blocks;
  if (writes && (variables.holds(reinterpret_cast<std::uintptr_t>(address)) || is_pinned(address)))
    guest.lines_written.insert(reinterpret_cast<std::uintptr_t>(address) / cache_line);
  const Fibre* fibre = this_worker->thread->fibre;
  if (fibre == nullptr) return;
  const auto used = static_cast<std::uint64_t>(fibre->stack_top - static_cast<const char*>(frame));
  const std::uint64_t copies = copies_of_arguments * this_worker->launch->call.bytes;
  guest.work.stack = std::max(guest.work.stack, used - std::min(used, copies));
}

constexpr const char* writes_input =
    "a write to an input, which the function is given as const: write to an array of the program's own";
constexpr const char* kernel_reads =
    "a read of memory that is not the program's own: a kernel may read device, managed and page-locked "
    "memory, the program's variables, its own local variables and its arguments";
constexpr const char* host_reads =
    "a read of memory that is not the program's own: host code may read its variables, what it has "
    "allocated, "
    "and the arrays that it is given";
constexpr const char* not_allocated =
    "an access of host memory that is not allocated: is an index past the end of an array, or has the memory "
    "been freed?";
constexpr const char* copy_reads =
    "a copy reads memory that is not the program's own: it may read device memory, variables, what the "
    "program has "
    "allocated, and the arrays that it is given";

[[noreturn]] void stop(const char* words, const void* pc) {
  const SourceLine line = source_line(pc);
  if (line.line == 0)
    report("%s", words);
  else
    report("%s, at %s:%d", words, line.file.c_str(), line.line);
  end_process();
}

}  // namespace

namespace {

/// On the device a function has another address than the host knows.
void refuse_function(const void* pointer) {
  if (guest.functions.contains(pointer)) return;
  if (is_guest_code(pointer))
    stop(
        "the host gives the device the address of a function, which is no address there: name the "
        "function in the kernel",
        nullptr);
}

template <class Function>
void for_each_pointer(const void* begin, std::size_t bytes, Function function) {
  for (const auto* at = static_cast<const char*>(begin); bytes >= sizeof(void*);
       at += sizeof(void*), bytes -= sizeof(void*)) {
    const void* pointer;
    std::memcpy(&pointer, at, sizeof pointer);
    function(pointer);
  }
}

}  // namespace

bool is_guest_code(const void* pc) {
  const auto* at = static_cast<const char*>(pc);
  return at >= guest.code.begin && at <= guest.code.end;
}

void guest_enters(const char* stack_top, Memory code, Memory heap, const std::vector<Memory>& own) {
  if (guest.origins == nullptr) {
    const DeviceHeap& device = DeviceHeap::instance();
    const std::size_t words = static_cast<std::size_t>(device.end() - device.begin()) / word + 1;
    void* memory = mmap(nullptr, words * sizeof(Origin), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) guest.origins = static_cast<Origin*>(memory);
  }
  guest.stack_top = stack_top;
  guest.code = code;
  guest.heap = heap;
  guest.own = own;
  guest.work = {};
  guest.fills = 0;
  guest.short_copies = 0;
  guest.given.clear();
  guest.constant.clear();
  guest.on_host.clear();
  guest.lines_of_kernels.clear();
  guest.lines_of_host.clear();
  guest.lines_written.clear();
  guest.read_of_kernels = 0;
  guest.inputs.clear();
  guest.brought.clear();
  guest.made_by_host.clear();
  guest.growth.clear();
  guest.launched.clear();
  guest.launches.clear();
  guest.shape = {};
  guest.last_launches = {};
  guest.last_kernels = {};
  guest.next_launch.clear();
  guest.next_kernel.clear();
  guest.goes_on_in_steps = false;
  guest.is_ahead_unordered = false;
  forget_all_freed();  // the arrays of an earlier case
  guest_is_in = true;
  guest_gives_way = schedule_holds_threads = setting("CUDASIM_SEED", 0) < 0;
}

void guest_allocates_by(bool (*is_allocated)(const char* begin, std::size_t bytes)) {
  guest.is_allocated = is_allocated;
}

void guest_is_given(Memory array, bool is_input) {
  guest.given.push_back(array);
  if (is_input) guest.constant.push_back(array);
  std::vector<Touched> arrays;
  for (const Memory& each : guest.given)
    arrays.push_back(
        {reinterpret_cast<std::uintptr_t>(each.begin), reinterpret_cast<std::uintptr_t>(each.end), nullptr});
  StreamWork::instance().caller_launches(std::move(arrays));
}

void guest_is_given_values(Memory array, bool is_input) {
  guest.on_host.push_back(array);
  if (is_input) guest.constant.push_back(array);
  for_each_value(array.begin, static_cast<std::size_t>(array.end - array.begin),
                 [](const char*, std::uint32_t value) { guest.inputs.insert(value); });
}

void guest_allocates(const Allocation& allocation) {
  constexpr std::uint32_t not_a_number = 0xFFC0DEAD;
  if (allocation.kind == MemoryKind::managed)
    std::fill_n(reinterpret_cast<std::uint32_t*>(allocation.begin), allocation.bytes / word, not_a_number);
}

bool was_brought(const void* at) {
  bool found = guest.lines_written.contains(reinterpret_cast<std::uintptr_t>(at) / cache_line);
  for_each_value(at, word, [&](const char*, std::uint32_t value) { found |= guest.brought.contains(value); });
  return found;
}

void change_what_returns() { changes_what_returns = true; }

void guest_throws(Memory object) { guest.thrown = object; }

void guest_leaves() {
  guest_is_in = guest_gives_way = schedule_holds_threads = false;
  guest.heap = {nullptr, nullptr};
}

void guest_accesses(const GuestAccess& access) {
  const auto& [address, bytes, reads, writes, frame, pc, by_library] = access;
  if (current.mode == Mode::unwatched || !is_guest_code(pc)) return;
  const bool on_device = current.mode == Mode::watched;
  const Unwatched own_code;
  if (on_device && address >= guest.thrown.begin && address < guest.thrown.end)
    stop("a kernel accesses an exception, which is host memory", pc);
  const std::uintptr_t line = reinterpret_cast<std::uintptr_t>(address) / cache_line;
  if (on_device && !writes && is_pinned(address) && guest.lines_written.contains(line))
    stop(
        "a kernel reads page-locked memory that a kernel has written: use device memory, where the lens "
        "finds races",
        pc);
  if (on_device)
    note_device_work(access);
  else
    note_host_work(address, bytes, writes);
  if (reinterpret_cast<std::uintptr_t>(address) < lowest_stored) return;
  if (!writes) {
    const auto* at = static_cast<const char*>(address);
    if (!is_own(at, bytes, static_cast<const char*>(frame), on_device, false) &&
        !is_readable(at, bytes, on_device))
      stop(on_device ? kernel_reads : is_in_heap(at) ? not_allocated : host_reads, pc);
    return;
  }
  if (is_in_any(guest.constant, address)) stop(writes_input, pc);
  if (on_device && constants.holds(reinterpret_cast<std::uintptr_t>(address)))
    stop("a kernel writes to a __constant__ variable, which only the host may do (cudaMemcpyToSymbol)", pc);
  if (!is_own(static_cast<const char*>(address), bytes, static_cast<const char*>(frame), on_device,
              by_library) &&
      !(on_device && in_shared_declaration(pc)))
    stop(
        !on_device && is_in_heap(address) ? not_allocated : "a write to memory that is not the program's own",
        pc);
}

void guest_misaligns(std::size_t bytes, const void* pc) {
  const Unwatched own_code;
  stop(("a kernel accesses " + std::to_string(bytes) +
        " bytes at an address that is not a multiple of them: a GPU stops with cudaErrorMisalignedAddress")
           .c_str(),
       pc);
}

bool guest_may_write(const void* address, std::size_t bytes) {
  if (!guest_is_in) return true;
  return is_own(static_cast<const char*>(address), bytes,
                static_cast<const char*>(__builtin_frame_address(0)), current.mode == Mode::watched, true);
}

bool is_on_guest_stack(const void* at) {
  return at >= __builtin_frame_address(0) && at < static_cast<const void*>(guest.stack_top);
}

void guest_rests() {
  if (current.mode == Mode::watched) current.lane->rested = true;
}

void guest_waits_for_blocks() {
  const bool is_first = this_worker->thread == this_worker->block->threads.data();
  if (current.mode == Mode::watched && is_first) ++current.recorder->spins;
}

Memory guest_heap() { return guest.heap; }

HostWork host_work() { return guest.work; }

namespace {

/// Each word as in the launch before, or as far from that one as that one was from the one before it, if this step was made twice.
Guest::Words foretold_by_steps(const std::array<Guest::Words, 3>& before) {
  Guest::Words words = before[0];
  if (before[1].size() != words.size() || before[2].size() != words.size()) return words;
  for (std::size_t at = 0; at + word <= words.size(); at += word) {
    std::uint32_t value[3];
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(&value[i], &before[i][at], word);
    const std::uint32_t step = value[0] - value[1];
    if (step != value[1] - value[2]) continue;
    value[0] += step;
    std::memcpy(&words[at], value, word);
  }
  return words;
}

/// Whether the launch follows from those before: it repeats what followed the same two launches, or its arguments grow in steps. Which of the two is
/// asked for follows from the launches before, too: a choice between them would say something.
bool is_foretold(const Guest::Kernel& kernel, unsigned number, bool is_next_step) {
  const bool repeats = std::exchange(guest.next_launch[guest.last_launches], number) == number;
  const bool is_next_kernel = std::exchange(guest.next_kernel[guest.last_kernels], kernel) == kernel;
  guest.last_launches = {guest.last_launches[1], number};
  guest.last_kernels = {guest.last_kernels[1], kernel};
  const bool goes_on = is_next_kernel && is_next_step;
  const bool asks_for_steps =
      std::exchange(guest.goes_on_in_steps, repeats == goes_on ? guest.goes_on_in_steps : goes_on);
  return asks_for_steps ? goes_on : repeats;
}

}  // namespace

void guest_signals(const void* at) {
  const Unwatched own_code;
  if (guest.blocks_of_large_grid != 0)
    guest.signals[at] = (number_of_thread() - 1) / this_worker->block->threads.size();
}

void guest_waited_at(const void* at, std::uint64_t begun, const void* pc) {
  const Unwatched own_code;
  const auto signal = guest.signals.find(at);
  if (signal == guest.signals.end() || signal->second < begun) return;
  stop(("a block waits for one that had not begun, in a launch of " +
        std::to_string(guest.blocks_of_large_grid) +
        " blocks: a GPU that holds fewer at once never begins it. Launch as many as are resident, by "
        "cudaLaunchCooperativeKernel")
           .c_str(),
       pc);
}

void guest_launches(const Launch& launch) {
  const bool is_large = !guest_gives_way && !launch.config.cooperative && !all_resident(launch.config);
  guest.blocks_of_large_grid = is_large ? launch.blocks : 0;
  guest.signals.clear();
  guest.shape = {launch.blocks,
                 std::uint64_t{launch.config.block.x} * launch.config.block.y * launch.config.block.z};
  if (launch.config.overlaps && guest.is_ahead_unordered)
    stop(
        "a launch may begin before the one ahead has ended, which has not waited for the one ahead of it "
        "either: call "
        "cudaGridDependencySynchronize() in each kernel",
        nullptr);
  guest.is_ahead_unordered = launch.config.overlaps;
  std::for_each_n(launch.call.pointers, launch.call.pointer_count, refuse_function);
  const dim3 shape[] = {launch.config.grid, launch.config.block};
  std::vector<char> now(sizeof shape + launch.call.bytes);
  std::memcpy(now.data(), shape, sizeof shape);
  std::memcpy(now.data() + sizeof shape, launch.call.data, launch.call.bytes);
  guest.work.read_ahead = guest.read_of_kernels;
  const Guest::Kernel kernel{launch.call.address, launch.call.invoke};
  const unsigned number =
      guest.launches.try_emplace({kernel, now}, 1 + static_cast<unsigned>(guest.launches.size()))
          .first->second;
  auto& before = guest.launched[kernel];
  const Guest::Words next = foretold_by_steps(before);
  const bool is_same_kernel = guest.last_kernels[1] == kernel;
  if (!is_foretold(kernel, number, now == next)) {
    std::size_t told = 0;
    for (std::size_t at = 0; at < now.size(); at += word) {
      const std::size_t bytes = std::min(word, now.size() - at);
      if (next.size() != now.size() || std::memcmp(&now[at], &next[at], bytes) != 0) told += bytes;
    }
    guest.work.handed_over += told;
    if (!is_same_kernel || told == 0) guest.work.handed_over += price_of_call;
  }
  before = {std::move(now), std::move(before[0]), std::move(before[1])};
}

bool guest_has_launched(std::uint64_t blocks, std::uint64_t threads) {
  return guest.shape == std::array{blocks, threads};
}

void guest_waits_for_launches() { guest.is_ahead_unordered = false; }

void guest_resets() {
  stop("cudaDeviceReset frees all memory of the device, also the caller's: free your own by cudaFree",
       nullptr);
}

void guest_frees(const Allocation& allocation, const void* caller) {
  if (is_in_any(guest.given, allocation.begin))
    stop("the program frees an array of its caller: free only what it has allocated itself", caller);
}

void guest_calls() {
  if (!guest_is_in) return;
  guest.work.handed_over += price_of_call;
  ++guest.work.calls;
}

void written_by_nobody(const void* begin, std::size_t bytes) { note_origin(begin, bytes, no_thread); }

namespace {

/// A ticket grows by 1, and goes back to 0: by fewer different steps than a sum of what blocks have computed.
constexpr std::size_t steps_of_a_ticket = 2;
/// So do all tickets of a case, by the same steps. Words to which few blocks add their sums have few steps each, but all of them others.
constexpr std::size_t steps_of_all_tickets = 4;

/// Before the operation.
void note_growth(const void* at, std::size_t bytes) {
  const bool is_number = bytes == word || bytes == sizeof(std::uint64_t);
  if (!is_number || space_of(reinterpret_cast<std::uintptr_t>(at)) != Space::global) return;
  std::uint64_t value = 0;
  std::memcpy(&value, at, bytes);
  const auto [found, is_new] = guest.growth.try_emplace(at, Guest::Growth{value, {}});
  Guest::Growth& own = found->second;
  const std::uint64_t step = value - std::exchange(own.last, value);
  if (!is_new && step != 0 && own.steps.size() <= steps_of_a_ticket &&
      std::ranges::find(own.steps, step) == own.steps.end())
    own.steps.push_back(step);
}

}  // namespace

void written_by_kernel(const void* begin, std::size_t bytes, bool adds) {
  constexpr std::uint64_t apart = 0x9E3779B1;  // threads of different launches
  note_origin(
      begin, bytes,
      static_cast<Origin>(1 + (number_of_thread() + apart * this_worker->launch->serial) % (by_choice - 1)));
  if (changes_what_returns)
    for (std::size_t at = 0; at < bytes; at += word) changed.erase(static_cast<const char*>(begin) + at);
  if (adds) note_growth(begin, bytes);
}

std::size_t sums_by_atomics() {
  std::set<std::uint64_t> steps;
  std::size_t sums = 0, others = 0;
  for (const auto& [at, own] : guest.growth) {
    if (own.steps.size() > steps_of_a_ticket) {
      ++sums;
      continue;
    }
    steps.insert(own.steps.begin(), own.steps.end());
    others += !own.steps.empty();
  }
  return steps.size() > steps_of_all_tickets ? sums + others : sums;
}

void written_by_fill(const void* begin, std::size_t bytes) {
  if (!guest_is_in) return;
  if (is_in_any(guest.constant, begin)) stop(writes_input, nullptr);
  note_origin(begin, bytes, ++guest.fills > most_fills ? by_choice : by_fill);
}

void written_by_copy(void* to, const void* from, std::size_t bytes) {
  if (!guest_is_in) return;
  Origin* target = origin_of(to);
  Origin* source = origin_of(from);
  const bool is_out_of_order = bytes < short_copy && ++guest.short_copies > most_fills;
  const auto* begin = static_cast<const char*>(from);
  const bool from_host = source == nullptr && !variables.holds(reinterpret_cast<std::uintptr_t>(from));
  const bool to_device = target != nullptr || variables.holds(reinterpret_cast<std::uintptr_t>(to));
  const bool on_device = current.mode == Mode::watched;
  if (source == nullptr &&
      !is_own(begin, bytes, static_cast<const char*>(__builtin_frame_address(0)), on_device, true) &&
      !is_readable(begin, bytes, on_device))
    stop(is_in_heap(begin) ? not_allocated : copy_reads, nullptr);
  if (is_in_any(guest.constant, to)) stop(writes_input, nullptr);
  for_each_pointer(from, bytes, [&](const void* pointer) {
    if (from_host && to_device) refuse_function(pointer);
    if (!from_host && !to_device && is_guest_code(pointer)) guest.functions.insert(pointer);
  });
  if (!from_host && to_device && is_elsewhere(to)) guest.work.stored_elsewhere += bytes;
  if (source == nullptr) guest.work.handed_over += bytes;  // from the host, or one of the device's variables
  if (target == nullptr && !(from_host && to_device))
    guest.work.read_back += bytes;  // to the host, or from the device to one of its variables
  if (target == nullptr) {
    guest.read_of_kernels += written_by_kernels(from, bytes);
    if (changes_what_returns) change_copied(to, from, bytes);
    return note_brought(from, bytes);
  }
  if (source != nullptr) guest.work.moved += std::max(bytes, sector);
  if (source == nullptr) return note_origin(to, bytes, no_thread);
  if (is_out_of_order) return note_origin(to, bytes, by_choice);
  std::copy_n(source, words_of(to, bytes), target);  // what a thread has written may be moved
}

void written_by_answer(const void* begin, std::size_t bytes) {
  if (!guest_is_in) return;
  if (current.mode == Mode::watched)
    stop(
        "a kernel asks the CUDA runtime, which nvcc allows with -rdc=true only: ask on the host, and pass "
        "the answer",
        nullptr);
  if (!is_shared_with_host(begin)) return;
  guest.work.handed_over += bytes;
  note_origin(begin, bytes, no_thread);
}

std::uint32_t number_of_thread() {
  const std::vector<DeviceThread>& threads = this_worker->block->threads;
  const uint3 index = this_worker->block->index;
  const dim3 grid = this_worker->launch->config.grid;
  const std::uint64_t block = (std::uint64_t{index.z} * grid.y + index.y) * grid.x + index.x;
  const auto thread = static_cast<std::uint64_t>(this_worker->thread - threads.data());
  return static_cast<std::uint32_t>(1 + (block * threads.size() + thread) % (by_choice - 1));
}

std::uint32_t writer_of(const void* at) {
  const Origin* origin = origin_of(at);
  return origin == nullptr ? no_thread : *origin;
}

}  // namespace cudasim::lens

// As of a power of two, a result with few bits is the unit's, too. Like the hooks for accesses, nothing that a prediction counts.
__attribute__((section("lens_hooks"))) float cudasim::detail::result_of_guest(float result) noexcept {
  constexpr std::uint32_t low_bits = 0xfff;
  std::uint32_t bits;
  std::memcpy(&bits, &result, sizeof bits);
  if (!lens::guest_gives_way || (bits & low_bits) == 0) return result;
  --bits;
  std::memcpy(&result, &bits, sizeof bits);
  return result;
}

// The compiler reports no store to what is declared const.
cudasim::detail::HeldGridConstant::HeldGridConstant(const void* parameter, std::size_t bytes)
    : parameter_(parameter), bytes_(bytes) {
  const lens::Unwatched own_code;
  before_ = new char[bytes];
  std::memcpy(before_, parameter, bytes);
}

cudasim::detail::HeldGridConstant::~HeldGridConstant() {
  const lens::Unwatched own_code;
  if (std::memcmp(parameter_, before_, bytes_) != 0)
    lens::stop("a kernel writes to a __grid_constant__ parameter, which all threads of the grid share",
               nullptr);
  delete[] before_;
}
