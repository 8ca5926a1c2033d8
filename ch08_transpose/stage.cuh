#pragma once

#include <bit>

#include "chapter.hpp"

/// A piece of memory as it lies, staged in shared memory so that it can be read with any stride without conflicts.
namespace ch08 {

/// Threads of a block that fills and empties a stage.
constexpr unsigned stage_threads = 512;

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
/// Where element i of the stage lies: in its own round of the banks, but turned. With a stride of odd * 2^k, lanes
/// come back to the same bank 2^k times; between two of those times lies an odd number of turns.
template <typename T>
__host__ __device__ unsigned turned(unsigned i, Turn turn) {
  constexpr unsigned round = bank_round<T>;
  return i / round * round + (i + ((i >> turn.shift) & (turn.turns - 1))) % round;
}
// [turned]

/// How a matrix with one narrow side is cut: each block stages `length` places of the long side, whole.
struct Stage {
  unsigned length;  ///< a multiple of 32
  Turn turn;
  std::size_t bytes;  ///< of shared memory a block
};

/// The stage for a narrow side of `narrow` elements. @param over  places of the long side staged beside `length`
/// @return length 0 if not even 64 places fit
template <typename T>
Stage stage_for(std::int64_t narrow, unsigned over) {
  constexpr int blocks_together = 3;
  constexpr int reserved = 1024;  // of each block's shared memory, for the system
  const int bytes =
      std::min(device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / blocks_together - reserved,
               device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  // A piece that does not begin with a round of the banks brings the rest of that round.
  const std::int64_t room = bytes / static_cast<int>(sizeof(T)) - bank_round<T>;
  const std::int64_t places = room / std::max<std::int64_t>(narrow, 1) - over;
  return {.length = places < 64 ? 0 : static_cast<unsigned>(std::min<std::int64_t>(places, 4096)) / 32 * 32,
          .turn = turn_for<T>(std::max<std::int64_t>(narrow, 1)),
          .bytes = static_cast<std::size_t>(bytes)};
}

// [pieces]
/// The pieces of 32 neighbouring elements that a warp takes, out of lines of `length`: piece w, then every
/// `warps`-th.
class Pieces {
 public:
  __device__ explicit Pieces(unsigned length) : per_line_(length / 32) {
    const unsigned warp = threadIdx.x / 32;
    line_ = warp / per_line_;
    piece_ = warp % per_line_;
  }
  __device__ unsigned line() const { return line_; }
  /// This lane's element of the line.
  __device__ unsigned element() const { return piece_ * 32 + threadIdx.x % 32; }
  __device__ void next() {
    constexpr unsigned warps = stage_threads / 32;
    line_ += warps / per_line_;
    piece_ += warps % per_line_;
    if (piece_ >= per_line_) {
      piece_ -= per_line_;
      ++line_;
    }
  }

 private:
  unsigned per_line_;
  unsigned line_;
  unsigned piece_;
};
// [pieces]

}  // namespace ch08
