#include "sim/lens/guest.hpp"

#include <sys/mman.h>

#include <cstring>

#include "sim/lens/lines.hpp"
#include "sim/lens/recorder.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/fault.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/pinned_memory.hpp"

namespace cudasim::lens {

bool guest_is_in = false;

namespace {

// What device code runs on: as large as fibre.cpp makes it, or less.
constexpr std::uintptr_t fibre_stack = std::uintptr_t{256} * 1024;
// A null pointer with an offset: the fault that it raises says more.
constexpr std::uintptr_t lowest_stored = 1 << 16;
/// More fills than this are a way to write results from the host.
constexpr std::uint64_t most_fills = 64;
constexpr std::size_t word = 4;
/// Bytes of what counts as one access of host code: a structure is as many as its members.
constexpr std::size_t widest_access = 8;

enum class Origin : unsigned char { unknown, kernel, copy };

struct Guest {
  const char* stack_top = nullptr;
  Memory code{nullptr, nullptr};
  Memory heap{nullptr, nullptr};
  std::vector<Memory> own;  ///< the heap among them
  Memory thrown{nullptr, nullptr};
  HostWork work;
  std::uint64_t fills = 0;
  Origin* origins = nullptr;  ///< of each word of the device's memory
};
Guest guest;

bool is_own(const char* begin, std::size_t bytes, const char* frame, bool on_device) {
  const DeviceHeap& heap = DeviceHeap::instance();
  const char* end = begin + bytes;
  if (begin >= heap.begin() && end <= heap.end()) return true;
  const char* top = on_device ? frame + fibre_stack : guest.stack_top;
  if (begin >= frame && end <= top) return true;
  for (const Memory& each : guest.own)
    if (begin >= each.begin && end <= each.end) return true;
  if (begin >= guest.thrown.begin && end <= guest.thrown.end) return true;
  const auto pinned = find_pinned(begin);
  return pinned && end <= pinned->begin + pinned->bytes;
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
  if (Origin* first = origin_of(begin)) std::memset(first, static_cast<int>(origin), words_of(begin, bytes));
}

[[noreturn]] void stop(const void* pc) {
  const SourceLine line = source_line(pc);
  if (line.line == 0)
    report("a write to memory that is not the program's own");
  else
    report("a write to memory that is not the program's own, at %s:%d", line.file.c_str(), line.line);
  end_process();
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
    void* memory =
        mmap(nullptr, words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) guest.origins = static_cast<Origin*>(memory);
  }
  guest.stack_top = stack_top;
  guest.code = code;
  guest.heap = heap;
  guest.own = own;
  guest.own.push_back(heap);
  guest.work = {};
  guest.fills = 0;
  guest_is_in = true;
}

void guest_throws(Memory object) { guest.thrown = object; }

void guest_leaves() {
  guest_is_in = false;
  guest.heap = {nullptr, nullptr};
}

void guest_accesses(const void* address, std::size_t bytes, bool writes, const void* frame, const void* pc) {
  if (current.mode == Mode::unwatched || !is_guest_code(pc)) return;
  if (current.mode == Mode::host) {
    guest.work.accesses += (bytes + widest_access - 1) / widest_access;
    if (writes) note_origin(address, bytes, Origin::copy);
  }
  if (!writes || reinterpret_cast<std::uintptr_t>(address) < lowest_stored) return;
  const bool on_device = current.mode == Mode::watched;
  const Unwatched own_code;
  if (!is_own(static_cast<const char*>(address), bytes, static_cast<const char*>(frame), on_device) &&
      !(on_device && in_shared_declaration(pc)))
    stop(pc);
}

bool guest_may_write(const void* address, std::size_t bytes) {
  if (!guest_is_in) return true;
  return is_own(static_cast<const char*>(address), bytes,
                static_cast<const char*>(__builtin_frame_address(0)), current.mode == Mode::watched);
}

Memory guest_heap() { return guest.heap; }

HostWork host_work() { return guest.work; }

void written_by_nobody(const void* begin, std::size_t bytes) { note_origin(begin, bytes, Origin::unknown); }

void written_by_kernel(const void* begin, std::size_t bytes) { note_origin(begin, bytes, Origin::kernel); }

void written_by_fill(const void* begin, std::size_t bytes) {
  if (guest_is_in) note_origin(begin, bytes, ++guest.fills > most_fills ? Origin::copy : Origin::kernel);
}

void written_by_copy(const void* to, const void* from, std::size_t bytes) {
  if (!guest_is_in) return;
  Origin* target = origin_of(to);
  Origin* source = origin_of(from);
  if (target == nullptr) {
    guest.work.read_back += bytes;  // of the device's memory, or of one of its variables
    return;
  }
  if (source == nullptr) return note_origin(to, bytes, Origin::copy);
  // What a kernel has written may be moved by a copy; what no kernel has written stays a copy.
  for (std::size_t i = 0; i < words_of(to, bytes); ++i)
    target[i] = source[i] == Origin::kernel ? Origin::kernel : Origin::copy;
}

bool is_copied(const void* at) {
  const Origin* origin = origin_of(at);
  return origin != nullptr && *origin == Origin::copy;
}

}  // namespace cudasim::lens
