#include "sim/lens/stream/host_arguments.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <vector>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/guest.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/source_line.hpp"
#include "sim/runtime/worker.hpp"

extern "C" {
extern char __executable_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
}

namespace cudasim::lens {
namespace {

constexpr std::uintptr_t reach = 1u << 20;
constexpr std::uintptr_t lowest_address = 1u
                                          << 16;  // below and above these a word of a structure is no pointer
constexpr std::uintptr_t highest_address = 1ull << 47;
struct Argument {
  std::uintptr_t begin;
  std::uintptr_t bytes;
};
std::vector<Argument> arguments;
/// The launch's own copy of its arguments, near which words that nothing has set may point.
Argument own_copy{0, 0};

/// What copies have brought to the device: few, for each access of a kernel is compared with them.
constexpr std::size_t most_copied = 16, longest_copy_looked_at = 1u << 16;
constexpr std::uintptr_t copied_reach = 1u << 16;
std::mutex copied_mutex;
std::vector<std::uintptr_t> copied;

bool is_mapped(std::uintptr_t address) {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char state;
  return mincore(reinterpret_cast<void*>(address / page * page), 1, &state) == 0;
}

/// A text or another constant of the program, which has no address on the device. Of a submission: its numbers are too small to look like one.
bool is_constant(std::uintptr_t value) {
  return guest_is_in && value >= reinterpret_cast<std::uintptr_t>(__executable_start) &&
         value < reinterpret_cast<std::uintptr_t>(_end) && !variables.holds(value) &&
         !is_known_symbol(reinterpret_cast<const void*>(value), 1);
}
constexpr std::uintptr_t constant_reach = 64;

/// The address of a variable of the program that it has not got from the device: see note_variable. Of a submission, too.
bool is_variable_of_host(std::uintptr_t value) {
  const auto* const pointer = reinterpret_cast<const void*>(value);
  return guest_is_in && variables.holds(value) && !managed_variables.holds(value) &&
         !is_known_symbol(pointer, 1) && variable_around(pointer).begin == value;
}

bool is_of_host(std::uintptr_t value) {
  if (is_constant(value) || is_variable_of_host(value)) return true;
  const auto* const pointer = reinterpret_cast<const void*>(value);
  return value >= reinterpret_cast<std::uintptr_t>(_end) && value < highest_address && value % 4 == 0 &&
         !device_memory.holds(value) && is_mapped(value) && !DeviceHeap::instance().owns(pointer) &&
         !find_pinned(pointer);
}

/// Where the program's thread_local variables lie, relative to one of them.
struct ThreadLocals {
  std::ptrdiff_t begin = 0;
  std::size_t bytes = 0;
};

ThreadLocals find_thread_locals() {
  ThreadLocals found;
  const auto of_program = [](dl_phdr_info* object, std::size_t, void* into) {
    for (const auto* part = object->dlpi_phdr; part != object->dlpi_phdr + object->dlpi_phnum; ++part)
      if (part->p_type == PT_TLS && object->dlpi_tls_data != nullptr)
        *static_cast<ThreadLocals*>(into) = {
            static_cast<char*>(object->dlpi_tls_data) - reinterpret_cast<char*>(&current), part->p_memsz};
    return 1;  // the program is the first object
  };
  dl_iterate_phdr(of_program, &found);
  return found;
}

/// Whether it is a thread_local variable of this OS thread. Kernels have none of their own, but the simulator keeps there where a block's shared
/// variables lie.
bool is_thread_local(std::uintptr_t address) {
  static const ThreadLocals locals = find_thread_locals();
  return address - (reinterpret_cast<std::uintptr_t>(&current) + static_cast<std::uintptr_t>(locals.begin)) <
         locals.bytes;
}

/// A variable of the program: the host's address of one is its address on the device only for those that are __managed__, and where
/// cudaGetSymbolAddress has told it.
void note_variable(const void* pointer, std::uintptr_t value) {
  if (!variables.holds(value) || managed_variables.holds(value) || is_known_symbol(pointer, 1)) return;
  const ProgramVariable variable = variable_around(pointer);
  if (value - variable.begin < variable.bytes) arguments.push_back({variable.begin, variable.bytes});
}

/// Where what a copy has brought leads to.
Argument copied_argument(std::uintptr_t value) {
  if (variables.holds(value)) return {value, variable_around(reinterpret_cast<const void*>(value)).bytes};
  return {value, is_constant(value) ? constant_reach : copied_reach};
}

template <class Function>
void for_each_host_pointer(const void* from, std::size_t bytes, Function function) {
  const auto* const words = static_cast<const char*>(from);
  for (std::size_t i = 0; i + sizeof(void*) <= bytes; i += sizeof(void*)) {
    std::uintptr_t value;
    std::memcpy(&value, words + i, sizeof value);
    if (is_of_host(value)) function(value);
  }
}

/// What the host has written to managed memory may lead back to its own.
void note_managed(const void* pointer) {
  const auto allocation = DeviceHeap::instance().find(pointer);
  if (!allocation || allocation->kind != MemoryKind::managed) return;
  std::size_t found = 0;
  for_each_host_pointer(allocation->begin, std::min(allocation->bytes, longest_copy_looked_at),
                        [&](std::uintptr_t value) {
                          if (found++ < most_copied) arguments.push_back(copied_argument(value));
                        });
}

}  // namespace

bool host_arguments_given = false;

void note_host_arguments(const Launch& launch) {
  own_copy = {reinterpret_cast<std::uintptr_t>(launch.call.data), launch.call.bytes};
  const auto* const program_begin = static_cast<const void*>(__executable_start);
  const auto* const program_end = static_cast<const void*>(_end);
  for (std::size_t i = 0; i < launch.call.pointer_count; ++i) {
    const void* pointer = launch.call.pointers[i];
    const auto value = reinterpret_cast<std::uintptr_t>(pointer);
    if (DeviceHeap::instance().owns(pointer)) note_managed(pointer);
    if (value < lowest_address || value >= highest_address || DeviceHeap::instance().owns(pointer) ||
        find_pinned(pointer))
      continue;
    if (pointer >= program_begin && pointer < program_end) {
      note_variable(pointer, value);
      if (is_constant(value)) arguments.push_back({value, constant_reach});
    } else {
      arguments.push_back({value, reach});
    }
  }
  if (const Memory heap = guest_heap(); heap.begin != heap.end)
    arguments.push_back(
        {reinterpret_cast<std::uintptr_t>(heap.begin), static_cast<std::uintptr_t>(heap.end - heap.begin)});
  const std::lock_guard lock(copied_mutex);
  for (const std::uintptr_t each : copied) arguments.push_back(copied_argument(each));
  host_arguments_given = !arguments.empty();
}

void note_copied_pointers(const void* from, std::size_t bytes) {
  if (bytes > longest_copy_looked_at || DeviceHeap::instance().owns(from)) return;
  const std::lock_guard lock(copied_mutex);
  for_each_host_pointer(from, bytes, [](std::uintptr_t value) {
    if (copied.size() < most_copied && std::find(copied.begin(), copied.end(), value) == copied.end())
      copied.push_back(value);
  });
}

void forget_host_arguments() {
  arguments.clear();
  host_arguments_given = false;
}

bool is_host_argument(std::uintptr_t address) {
  const auto is_near = [address](const Argument& each) { return address - each.begin < each.bytes; };
  if (is_near(own_copy) || std::none_of(arguments.begin(), arguments.end(), is_near)) return false;
  if (find_pinned(reinterpret_cast<const void*>(address)) || is_thread_local(address))
    return false;  // beside what such a pointer leads to
  // A structure's numbers, or its padding, may look like a pointer to where threads have their own variables.
  return current.mode != Mode::watched ||
         this_worker->fibres.slot_of(reinterpret_cast<const void*>(address)) == nullptr;
}

}  // namespace cudasim::lens
