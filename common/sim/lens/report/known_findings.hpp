// How often each finding was made: a kernel that races in a loop makes the same one millions of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/lens/report/kinds.hpp"

namespace cudasim::lens {

struct FindingKey {
  HazardKind kind = {};
  const std::string* kernel = nullptr;  ///< interned
  std::uintptr_t first = 0, second = 0;
  friend bool operator==(const FindingKey&, const FindingKey&) = default;
};

struct FindingKeyHash {
  std::size_t operator()(const FindingKey& key) const {
    const std::uintptr_t kernel = reinterpret_cast<std::uintptr_t>(key.kernel);
    return ((kernel + key.first) * 0x9e3779b97f4a7c15u) ^ (key.second * 0xc2b2ae3d27d4eb4fu) ^
           static_cast<std::size_t>(key.kind);
  }
};

/// How often `is_repeated` was asked for it.
std::uint64_t times_found(const FindingKey& key);
void forget_times_found();

}  // namespace cudasim::lens
