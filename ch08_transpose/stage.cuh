#pragma once

#include <bit>

#include "chapter.hpp"

/// A piece of memory as it lies, staged in shared memory so that it can be read with any stride without conflicts.
namespace ch08 {

/// Threads of a block that fills and empties a stage.
constexpr unsigned stage_threads = 512;

/// Shared memory of such a block: as much as every GPU grants every kernel.
constexpr unsigned stage_bytes = 48 << 10;

/// Neighbouring elements that all banks together hold: 32 floats, 16 doubles.
template <typename T>
constexpr unsigned bank_round = 128 / sizeof(T);

/// How far the rounds of a stage are turned against each other.
struct Turn {
  unsigned shift;  ///< the turn grows every 2^shift elements
  unsigned turns;  ///< and begins anew after so many, a power of two
};

/// The turn for a stride whose largest factor that is a power of two is 2^k.
template <typename T>
Turn turn_for(std::int64_t stride) {
  constexpr int round = std::countr_zero(bank_round<T>);
  const int k = std::countr_zero(static_cast<std::uint64_t>(stride));
  return {.shift = static_cast<unsigned>(std::max(k, round)), .turns = 1u << std::min(k, round)};
}

// [turned]
// Where element i of the stage lies: in its own round of the banks, but turned. With a stride of odd * 2^k, lanes
// come back to the same bank 2^k times; between two of those times lies an odd number of turns.
template <typename T>
__host__ __device__ unsigned turned(unsigned i, Turn turn) {
  constexpr unsigned round = bank_round<T>;
  return i / round * round + (i + ((i >> turn.shift) & (turn.turns - 1))) % round;
}
// [turned]

/// A warp moves so many neighbouring elements of a line at a time: 512 bytes.
template <typename T>
constexpr unsigned line_part = 512 / sizeof(T);

/// How a matrix with one narrow side is cut: each block stages `length` places of the long side, whole.
struct Stage {
  unsigned length;  ///< a multiple of line_part
  Turn turn;
};

// [stage]
/// Sides up to here are narrow: more than half of a tile of 64 would be empty.
constexpr std::int64_t narrow_limit = 32;

/// The stage for a matrix with sides `narrow` and `wide`. @param over  places of the long side staged beside `length`
template <typename T>
Stage stage_for(std::int64_t narrow, std::int64_t wide, unsigned over) {
  // A piece that does not begin with a round of the banks brings the rest of that round.
  constexpr std::int64_t room = stage_bytes / sizeof(T) - bank_round<T>;
  static_assert(room / narrow_limit - sector<T> >= line_part<T>);
  const std::int64_t fit = room / std::max<std::int64_t>(narrow, 1) - over;
  // A small matrix is cut into pieces for all multiprocessors.
  const std::int64_t share = wide / (2 * device_attribute(cudaDevAttrMultiProcessorCount));
  const std::int64_t length = std::min(fit, std::max<std::int64_t>(share, line_part<T>));
  return {.length = static_cast<unsigned>(length) / line_part<T> * line_part<T>,
          .turn = turn_for<T>(std::max<std::int64_t>(narrow, 1))};
}
// [stage]

}  // namespace ch08
