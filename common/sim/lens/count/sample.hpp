// One request of an instruction with the addresses of its lanes: what a picture is drawn from.
#pragma once

#include <cstdint>

#include "sim/lens/count/requests.hpp"

namespace cudasim::lens {

/// Of the requests that waste most, the one with the lowest address: the same in every run, whatever the schedule.
struct Sample {
  std::uint64_t cost = 0;    ///< the higher, the more there is to see; 0: there is no sample
  std::uintptr_t key = 0;    ///< the lower, the better among equals
  std::uintptr_t first = 0;  ///< global memory: the address that the addresses are relative to
  std::uint32_t lanes = 0;
  std::uint32_t bytes = 0;  ///< of one instruction: an aggregate's first piece
  std::uintptr_t address[32] = {};
  LaneGroups together = {};  ///< shared memory

  bool is_bettered_by(std::uint64_t other_cost, std::uintptr_t other_key) const {
    return other_cost > cost || (other_cost == cost && other_key < key);
  }
  void add(const Sample& other) {
    if (is_bettered_by(other.cost, other.key)) *this = other;
  }
  /// Makes addresses in global memory relative to their allocation.
  void make_relative();
};

/// @param origin  subtracted from all addresses: where the block's shared memory begins, or 0
Sample sample_of(const Request& request, const WarpRequests& of, std::uint64_t cost, std::uintptr_t origin);

}  // namespace cudasim::lens
