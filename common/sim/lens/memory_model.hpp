// What the memory system makes of one access by the lanes of a warp. Pure arithmetic: nothing here knows of threads.
#pragma once

#include <cstdint>

namespace cudasim::lens {

enum class Space : std::uint8_t { global, shared };
enum class Op : std::uint8_t { load, store, atomic };

/// One access by lanes that execute the same instruction together.
struct Pattern {
  std::uintptr_t
      address[32];      ///< of the lanes in `lanes`; for shared memory a multiple of 128 stands in bank 0
  std::uint32_t lanes;  ///< the lanes that take part
  std::uint32_t bytes;  ///< that each of them accesses
  bool range;           ///< an aggregate: copied in pieces of its members' size
  Space space;
  Op op;
};

/// What it costs. Counts for shared memory are 0 in global memory and the other way round.
struct Cost {
  std::uint32_t requests = 0;          ///< instructions: an aggregate needs several
  std::uint32_t sectors = 0;           ///< 32-byte sectors of global memory touched, summed over the requests
  std::uint32_t ideal_sectors = 0;     ///< the fewest that hold as many different bytes
  std::uint32_t wavefronts = 0;        ///< turns that the banks of shared memory take
  std::uint32_t ideal_wavefronts = 0;  ///< turns without conflicts
  std::uint32_t degree = 0;  ///< most different words that one bank is asked for in one turn's lanes
  std::uint32_t broadcasts =
      0;  ///< requests in which several lanes want one and the same word, and no lane another
};

/// Bytes that one instruction moves for a lane: the access itself, or a piece of an aggregate.
std::uint32_t piece_bytes(const Pattern& pattern);

Cost cost_of(const Pattern& pattern);

/// Lanes that the banks of shared memory serve together, bit by bit: all 32, or groups one after the other.
struct LaneGroups {
  std::uint32_t lanes[4] = {};
  unsigned count = 0;
};
/// Of the first instruction.
LaneGroups groups_of(const Pattern& pattern);

}  // namespace cudasim::lens
