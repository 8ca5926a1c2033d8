// The cost of one access by the lanes of a warp. Pure arithmetic, independent of threads.
#pragma once

#include <cstdint>

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

/// Its cost. Sectors apply to global memory, wavefronts to shared and constant memory; otherwise they are 0.
struct Cost {
  std::uint32_t requests = 0;       ///< instructions: an aggregate needs several
  std::uint32_t sectors = 0;        ///< 32-byte sectors of global memory touched, summed over the requests
  std::uint32_t ideal_sectors = 0;  ///< the fewest that hold as many different bytes
  std::uint32_t l1_clocks =
      0;  ///< of L1, for loads: its banks are those of shared memory, and it finds four lines at a time
  std::uint32_t wavefronts =
      0;  ///< wavefronts that the banks of shared memory need, or different words of constant memory
  std::uint32_t ideal_wavefronts = 0;  ///< wavefronts without conflicts
  std::uint32_t atomic_wavefronts =
      0;  ///< of shared atomic operations; those that add 1 to the same word take one together
  std::uint32_t degree =
      0;  ///< most different words that the lanes served together request from one bank, or from constant memory
  std::uint32_t broadcasts =
      0;  ///< requests in which several lanes access the same word, and no lane accesses another
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
