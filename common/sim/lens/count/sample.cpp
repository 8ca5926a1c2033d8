#include "sim/lens/count/sample.hpp"

#include <algorithm>

#include "sim/runtime/device_heap.hpp"

namespace cudasim::lens {

Sample sample_of(const Request& request, const WarpRequests& of, std::uint64_t cost, std::uintptr_t origin) {
  Pattern pattern{{}, request.lanes, request.bytes, request.piece, request.space, request.op};
  of.fill(request, pattern.address);
  Sample sample;
  sample.cost = cost;
  sample.key = request.base - origin;
  sample.lanes = request.lanes;
  sample.bytes = piece_bytes(pattern);
  if (request.space == Space::shared) sample.together = groups_of(pattern);
  std::transform(std::begin(pattern.address), std::end(pattern.address), std::begin(sample.address),
                 [origin](std::uintptr_t address) { return address - origin; });
  return sample;
}

void Sample::make_relative() {
  std::uintptr_t lowest = ~std::uintptr_t{0};
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((lanes >> lane & 1) != 0) lowest = std::min(lowest, address[lane]);
  const auto allocation = DeviceHeap::instance().find(reinterpret_cast<const void*>(lowest));
  // A variable of the program: sectors stay sectors.
  first = allocation ? reinterpret_cast<std::uintptr_t>(allocation->begin) : lowest & ~std::uintptr_t{127};
  for (std::uintptr_t& each : address) each -= first;
}

}  // namespace cudasim::lens
