#pragma once

#include <bit>

#include "further/sectors.hpp"
#include "transpose.hpp"

/// A piece of memory as it lies, staged in shared memory so that it can be read with any stride and few conflicts.
namespace ch08 {

/// Neighboring elements that all banks together hold: 32 floats, 16 doubles.
template <typename T>
constexpr unsigned bank_round = 128 / sizeof(T);

/// Elements that one copy of 16 bytes moves.
template <typename T>
constexpr unsigned vector_width = Vector<T>::width;

/// How far the rounds of a stage are turned against each other, in whole vectors: those stay together.
struct Turn {
  unsigned shift;  ///< the turn grows every 2^shift elements
  unsigned turns;  ///< and starts over after this many, a power of two
};

/// The turn for a stride whose largest factor that is a power of two is 2^k.
template <typename T>
Turn turn_for(std::int64_t stride) {
  constexpr int round = std::countr_zero(bank_round<T>);
  constexpr int vector = std::countr_zero(vector_width<T>);
  const int k = std::countr_zero(static_cast<std::uint64_t>(stride));
  return {.shift = static_cast<unsigned>(std::max(k, round)),
          .turns = 1u << std::max(std::min(k, round) - vector, 0)};
}

/// A warp moves at most so many neighboring elements of a line at a time.
constexpr unsigned line_part = 160;

/// How a matrix with one narrow side is cut: each block stages `length` places of the long side, whole.
struct Stage {
  unsigned length;  ///< a multiple of 32
  unsigned bytes;   ///< of shared memory
  Turn turn;
};

// [stage]
/// The longest short side of a matrix that is staged.
constexpr std::int64_t stage_limit = 128;

/// The stage for a matrix with sides `narrow` and `wide`. @param over  elements of the long side staged beyond `length`
///
/// 24 KiB let many blocks be resident on an SM. If they cannot hold a part of a line, the stage has room
/// for one, or for as much as two blocks on an SM can have.
template <typename T>
Stage stage_for(std::int64_t narrow, std::int64_t wide, unsigned over) {
  constexpr std::int64_t size = sizeof(T);
  constexpr std::int64_t granted = 48 << 10;  // by every GPU
  static_assert((granted / size - bank_round<T>) / stage_limit - sector<T> >= 32,
                "room for the shortest length");
  narrow = std::max<std::int64_t>(narrow, 1);
  // A piece that does not begin with a round of the banks brings the rest of that round.
  const auto bytes_for = [&](std::int64_t length) { return ((length + over) * narrow + bank_round<T>)*size; };
  const std::int64_t half = tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / 2 -
                            tutorial::device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  const std::int64_t bytes =
      std::min(std::max<std::int64_t>(24 << 10, bytes_for(line_part)), std::max(granted, half));
  const std::int64_t fit = (bytes / size - bank_round<T>) / narrow - over;
  // A small matrix is divided among all SMs.
  const std::int64_t share = wide / (2 * tutorial::multiprocessors());
  const std::int64_t length = std::min(fit, std::max<std::int64_t>(share, line_part)) / 32 * 32;
  return {.length = static_cast<unsigned>(length),
          .bytes = static_cast<unsigned>(bytes_for(length)),
          .turn = turn_for<T>(narrow)};
}
// [stage]

/// Grants `kernel` the shared memory of its stage, which may be more than every kernel has.
template <typename Kernel>
void grant(Kernel kernel, const Stage& stage) {
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(stage.bytes)));
}

}  // namespace ch08
