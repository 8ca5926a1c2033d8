#include "sim/lens/host_arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/pinned_memory.hpp"

// The program's own variables: __device__ variables are among them, and their addresses are legal arguments.
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
std::vector<std::uintptr_t> arguments;

}  // namespace

bool host_arguments_given = false;

void note_host_arguments(const Launch& launch) {
  const auto* const program_begin = static_cast<const void*>(__executable_start);
  const auto* const program_end = static_cast<const void*>(_end);
  for (std::size_t i = 0; i < launch.call.pointer_count; ++i) {
    const void* pointer = launch.call.pointers[i];
    const auto value = reinterpret_cast<std::uintptr_t>(pointer);
    if (value < lowest_address || value >= highest_address || DeviceHeap::instance().owns(pointer) ||
        find_pinned(pointer) || (pointer >= program_begin && pointer < program_end))
      continue;
    arguments.push_back(value);
  }
  host_arguments_given = !arguments.empty();
}

void forget_host_arguments() {
  arguments.clear();
  host_arguments_given = false;
}

bool is_host_argument(std::uintptr_t address) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [address](std::uintptr_t argument) { return address - argument < reach; });
}

}  // namespace cudasim::lens
