#include "sim/lens/host_arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/lens/guest.hpp"
#include "sim/lens/recorder.hpp"
#include "sim/lens/spaces.hpp"
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

/// A variable of the program: the host's address of one is its address on the device only for those that are __managed__, and where
/// cudaGetSymbolAddress has told it.
void note_variable(const void* pointer, std::uintptr_t value) {
  if (!variables.holds(value) || managed_variables.holds(value) || is_known_symbol(pointer, 1)) return;
  const ProgramVariable variable = variable_around(pointer);
  if (value - variable.begin < variable.bytes) arguments.push_back({variable.begin, variable.bytes});
}

}  // namespace

bool host_arguments_given = false;

void note_host_arguments(const Launch& launch) {
  const auto* const program_begin = static_cast<const void*>(__executable_start);
  const auto* const program_end = static_cast<const void*>(_end);
  for (std::size_t i = 0; i < launch.call.pointer_count; ++i) {
    const void* pointer = launch.call.pointers[i];
    const auto value = reinterpret_cast<std::uintptr_t>(pointer);
    if (value < lowest_address || value >= highest_address || DeviceHeap::instance().owns(pointer) ||
        find_pinned(pointer))
      continue;
    if (pointer >= program_begin && pointer < program_end)
      note_variable(pointer, value);
    else
      arguments.push_back({value, reach});
  }
  if (const Memory heap = guest_heap(); heap.begin != heap.end)
    arguments.push_back(
        {reinterpret_cast<std::uintptr_t>(heap.begin), static_cast<std::uintptr_t>(heap.end - heap.begin)});
  host_arguments_given = !arguments.empty();
}

void forget_host_arguments() {
  arguments.clear();
  host_arguments_given = false;
}

bool is_host_argument(std::uintptr_t address) {
  const auto is_near = [address](const Argument& each) { return address - each.begin < each.bytes; };
  if (std::none_of(arguments.begin(), arguments.end(), is_near)) return false;
  // A structure's numbers, or its padding, may look like a pointer to where threads have their own variables.
  return current.mode != Mode::watched ||
         this_worker->fibres.slot_of(reinterpret_cast<const void*>(address)) == nullptr;
}

}  // namespace cudasim::lens
