// The cost of one access by the lanes of a warp. Pure arithmetic, independent of threads.
#pragma once

#include <cstdint>

#include "sim/lens/count/counter_table.hpp"

namespace cudasim::lens {

enum class Space : std::uint8_t { global, shared, constant };
constexpr unsigned spaces = 3;
constexpr std::uintptr_t sector_bytes = 32;  ///< the smallest unit that a cache fetches from the next level
enum class Op : std::uint8_t { load, store, atomic };

/// One access by lanes that execute the same instruction together.
struct Pattern {
  std::uintptr_t address
      [32];  ///< of the lanes in `lanes`; for shared memory, an address that is a multiple of 128 is in bank 0
  std::uint32_t lanes;       ///< the lanes that take part
  std::uint32_t bytes;       ///< that each of them accesses
  std::uint32_t piece = 16;  ///< the widest that one instruction moves: of an aggregate what it is aligned to
  Space space = Space::global;
  Op op = Op::load;
  bool adds_one = false;  ///< an atomic operation: the device counts the lanes that use one word, in one go
};

/// Bytes that one instruction moves for a lane: the access itself, or a piece of an aggregate.
std::uint32_t piece_bytes(const Pattern& pattern);

/// Sectors apply to global memory, wavefronts to shared and constant memory; otherwise they are 0.
Sums cost_of(const Pattern& pattern);

/// Lanes that the banks of shared memory serve together, bit by bit: all 32, or groups one after the other.
struct LaneGroups {
  std::uint32_t lanes[4] = {};
  unsigned count = 0;
};
/// Of the first instruction.
LaneGroups groups_of(const Pattern& pattern);

}  // namespace cudasim::lens
