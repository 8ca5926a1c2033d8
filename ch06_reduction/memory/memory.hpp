#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mapped_memory.hpp"
#include "memory/device.hpp"

/// What the two programs on the memory ladder share.
namespace ch06 {

/// Sizes that show the steps: doubled from `first` on, and `largest` itself.
inline std::vector<std::int64_t> doubled_sizes(std::int64_t first, std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size < largest; size *= 2) sizes.push_back(size);
  sizes.push_back(largest);
  return sizes;
}

/// A size that certainly fits into the L1 cache, and one that is as many times larger than the L1 cache as it is
/// smaller than the L2 cache. Multiples of `grain`; no larger than `largest`.
inline std::int64_t size_in_l1(const Device& device, std::int64_t grain, std::int64_t largest) {
  return std::max(grain, std::min(device.l1 / 4, largest) / grain * grain);
}
inline std::int64_t size_in_l2(const Device& device, std::int64_t grain, std::int64_t largest) {
  const double middle = std::sqrt(static_cast<double>(device.l1) * static_cast<double>(device.l2));
  const auto power_of_two = static_cast<std::int64_t>(std::exp2(std::floor(std::log2(middle))));
  return std::max(grain, std::min(power_of_two, largest) / grain * grain);
}

}  // namespace ch06
