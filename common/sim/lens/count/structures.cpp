#include "sim/lens/count/structures.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/lens/count/recorder.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

struct Elements {
  const void* told;  ///< where they begin, as memory_holds() was told
  std::uintptr_t begin;
  std::size_t bytes;
  Element element;
};

/// Of the calling worker: every worker gets the same reports.
struct KnownElements {
  unsigned long launch = 0;
  std::vector<Elements> elements;
};

KnownElements& known() {
  thread_local KnownElements known;
  const unsigned long now = this_worker->launch->serial;
  if (known.launch != now) known = {now, {}};
  return known;
}

}  // namespace

Element element_at(std::uintptr_t address, std::uint32_t bytes) {
  Element found;
  for (const Elements& each : known().elements) {
    if (address - each.begin >= each.bytes) continue;
    if (each.element.size == bytes) return each.element;
    found = each.element;
  }
  return found;
}

}  // namespace cudasim::lens

namespace cudasim::detail {

void memory_holds(const void* begin, std::size_t bytes, const Element& element) {
  if (lens::current.mode != lens::Mode::watched) return;
  const lens::Unwatched own_code;
  std::vector<lens::Elements>& elements = lens::known().elements;
  const auto is_known = [&](const lens::Elements& each) {
    return each.told == begin && each.element.size == element.size &&
           each.element.alignment == element.alignment;
  };
  if (std::any_of(elements.begin(), elements.end(), is_known)) return;
  const void* first = begin;
  if (bytes == 0) {
    const auto allocation = DeviceHeap::instance().find(begin);
    first = allocation ? allocation->begin : begin;
    bytes = allocation
                ? allocation->bytes
                : 0;  // of a variable or the host's memory nothing more is known than that it was looked at
  }
  elements.push_back({begin, reinterpret_cast<std::uintptr_t>(first), bytes, element});
}

}  // namespace cudasim::detail
