#include "sim/runtime/places.hpp"

#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/pinned_memory.hpp"

// The linker sets these to the bounds of the section that __managed__ names; they are null if there is
// none.
extern "C" {
extern const char __start_cudasim_managed[] __attribute__((weak));
extern const char __stop_cudasim_managed[] __attribute__((weak));
}

namespace cudasim {

bool is_managed_variable(const void* pointer) {
  return pointer >= __start_cudasim_managed && pointer < __stop_cudasim_managed;
}

Place place_of(const void* pointer, std::size_t bytes) {
  if (pointer == nullptr) return Place::invalid;
  const auto* address = static_cast<const char*>(pointer);
  if (DeviceHeap::instance().owns(pointer)) {
    const auto allocation = DeviceHeap::instance().find(pointer);
    if (!allocation || allocation->kind == MemoryKind::kernel_heap) return Place::invalid;
    const auto offset = static_cast<std::size_t>(address - allocation->begin);
    if (bytes > allocation->bytes - offset) return Place::invalid;
    return allocation->kind == MemoryKind::managed ? Place::both : Place::device;
  }
  if (is_managed_variable(pointer)) return Place::both;
  if (is_known_symbol(pointer, bytes)) return Place::device;
  if (const auto pinned = find_pinned(pointer))
    return bytes <= pinned->bytes - static_cast<std::size_t>(address - pinned->begin) ? Place::both
                                                                                      : Place::host;
  return Place::host;
}

}  // namespace cudasim
