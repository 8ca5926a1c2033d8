// Joins the accesses of a warp's lanes, which run one after the other, into the requests that they are on the device.
//
// Two accesses of different lanes belong together if they come from the same instruction, on the same path (calls and
// iterations of the loops around it, see path.hpp), and are the k-th of that kind in their lanes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/lens/count/memory_model.hpp"

namespace cudasim::lens {

/// Atomic operations that the device carries out for a whole warp at once if all lanes use one word: integer operations, and those that
/// add 1.
enum class Joining : std::uint8_t { none, integer, one };

/// What one lane does.
struct LaneAccess {
  const void* pc;
  const void* caller;  ///< return address of the function that holds pc
  std::uint64_t path;
  std::uintptr_t address;
  std::uint32_t bytes;
  std::uint8_t piece;  ///< the widest that one instruction moves of it
  Space space;
  Op op;
  Joining joining;
};

/// Some lanes' common access. Addresses that grow evenly with the lane are kept as first address and stride.
struct Request {
  const void* pc;
  const void* caller;
  std::uint64_t path;
  std::uintptr_t base;  ///< address of lane `first`
  std::int64_t stride;
  std::uint32_t lanes;
  std::uint32_t next;       ///< request that followed this one in the lane that made it; 0 if none
  std::uint32_t same_key;   ///< next request with the same pc and path; 0 if none
  std::uint32_t scattered;  ///< index + 1 into the scattered addresses; 0 if the stride says it all
  std::uint32_t bytes;
  std::uint8_t first;
  std::uint8_t piece;
  Space space;
  Op op;
  Joining joining;  ///< of all lanes
};

/// The requests of one warp between two points that all its lanes reach together.
class WarpRequests {
 public:
  WarpRequests() { clear(); }

  /// A lane's access; `last` is the request that the lane was in before (0 at first) and becomes the one it is in now.
  /// False if there are too many to keep.
  bool join(unsigned lane, const LaneAccess& access, std::uint32_t& last) {
    const std::uint32_t expected = requests_[last].next;
    if (expected != 0 && fits(requests_[expected], lane, access)) {
      last = expected;
      add_lane(requests_[expected], lane, access);
      return true;
    }
    return join_elsewhere(lane, access, last);
  }

  /// Where the lane may access memory a few requests after `last`, to judge by the lanes before it; 0 if they have not come so far.
  std::uintptr_t address_ahead(unsigned lane, std::uint32_t last) const {
    constexpr std::size_t requests_ahead = 8;
    if (last + requests_ahead >= requests_.size()) return 0;
    const Request& request = requests_[last + requests_ahead];
    const auto steps = static_cast<std::int64_t>(lane) - request.first;
    return request.base + static_cast<std::uintptr_t>(steps * request.stride);
  }

  bool empty() const { return requests_.size() == 1; }
  void clear();

  /// Calls function(request) for all, in the order in which they were made.
  template <class Function>
  void for_each(Function function) const {
    for (std::size_t i = 1; i < requests_.size(); ++i) function(requests_[i]);
  }
  /// The addresses of a request.
  void fill(const Request& request, std::uintptr_t (&address)[32]) const;

 private:
  struct Slot {
    std::uint32_t round;
    std::uint32_t request;  ///< the first with this key
    std::uint32_t newest;   ///< the last
    std::uint32_t tag;      ///< a part of the key's hash
  };
  static constexpr std::size_t slots_of_path = 8;
  /// Two cache lines.
  struct alignas(128) Slots {
    Slot slot[slots_of_path];
  };
  struct Addresses {
    std::uintptr_t of_lane[32];
  };

  static bool fits(const Request& request, unsigned lane, const LaneAccess& access) {
    return request.pc == access.pc && request.path == access.path && (request.lanes >> lane & 1) == 0 &&
           request.bytes == access.bytes && request.space == access.space;
  }
  void add_lane(Request& request, unsigned lane, const LaneAccess& access) {
    const std::uintptr_t address = access.address;
    const auto steps = static_cast<std::int64_t>(lane) - request.first;
    const bool fits_stride = address == request.base + static_cast<std::uintptr_t>(steps * request.stride);
    request.lanes |= 1u << lane;
    request.joining = std::min(request.joining, access.joining);
    if (!fits_stride || request.scattered != 0) add_uneven(request, lane, address);
  }
  void add_uneven(Request& request, unsigned lane, std::uintptr_t address);
  bool join_elsewhere(unsigned lane, const LaneAccess& access, std::uint32_t& last);
  std::uint32_t find(unsigned lane, const LaneAccess& access, std::uint32_t last);
  Slot& slot_of(const void* pc, std::uint64_t path);
  void index(std::uint32_t number);
  void grow_table();

  std::vector<Request> requests_;  ///< the first is a sentinel before all others
  std::vector<Addresses> scattered_;
  std::vector<Slots> table_;  ///< by pc and path; slots of earlier rounds are empty
  std::uint32_t round_ = 0;
  std::uint32_t indexed_ = 1;  ///< requests before this one are in the table
  unsigned only_lane_ = 32;    ///< the lane that made all requests so far; 32 if none or several
};

}  // namespace cudasim::lens
