#include "sim/lens/count/spaces.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/lens/count/structures.hpp"
#include "sim/runtime/device_heap.hpp"

extern "C" {
extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
// Bounds of sections that need not be there: of what is declared __constant__, and of what is there if clang has compiled a part of
// the program.
extern const char __start_cudasim_constants[] __attribute__((weak));
extern const char __stop_cudasim_constants[] __attribute__((weak));
extern const char __start_cudasim_managed[] __attribute__((weak));
extern const char __stop_cudasim_managed[] __attribute__((weak));
extern const char __start_cudasim_clang[] __attribute__((weak));
}

namespace cudasim::lens {

Range device_memory;
Range variables;
Range constants;
Range managed_variables;
std::uintptr_t shared_begin;

void find_spaces() {
  const DeviceHeap& heap = DeviceHeap::instance();
  device_memory = {heap.begin(), heap.end()};
  variables = {__data_start, _end};
  constants = {__start_cudasim_constants, __stop_cudasim_constants};
  managed_variables = {__start_cudasim_managed, __stop_cudasim_managed};
  shared_begin = reinterpret_cast<std::uintptr_t>(heap.shared_begin());
}

Pieces pieces_of_call(std::size_t bytes) {
  if (__start_cudasim_clang == nullptr) return Pieces::bytes;
  return bytes == 8 || bytes == 16 ? Pieces::whole : Pieces::members;
}

std::uint8_t widest_piece(std::uintptr_t address, std::uint32_t bytes, Pieces pieces, Space space) {
  constexpr unsigned word = 4, widest = 16;
  const bool by_pointer = space == Space::global && !variables.holds(address);
  if (pieces == Pieces::bytes && by_pointer) return 1;
  const Element element = space == Space::constant ? Element{} : element_at(address, bytes);
  if (pieces == Pieces::whole && element.size != bytes) return widest;
  return static_cast<std::uint8_t>(element.size == 0 ? word : std::min(element.alignment, widest));
}

}  // namespace cudasim::lens
