#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "driver/data/lens_report.hpp"

namespace tutorial::driver {

/// Global memory, one way: loads, or stores and atomics.
struct Side {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t ideal_sectors = 0;

  double per_request() const;
  double least_per_request() const;
  bool wastes_half() const { return sectors > 2 * ideal_sectors; }
};

/// What the lens has counted of a row's launches, all their blocks together.
struct Counters {
  Side loads;
  Side stores;
  std::optional<unsigned> conflict_degree;  ///< none: shared memory is not used
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t barriers = 0;

  double moved_bytes() const { return 32.0 * static_cast<double>(loads.sectors + stores.sectors); }
};

Counters counters_of(const lens::Range& range);

nlohmann::ordered_json json_of(const Counters& counters);

}  // namespace tutorial::driver
