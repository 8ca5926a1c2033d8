#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace matmul {

/// How the tiles of C are dealt out to the blocks of one launch. Full rounds of one tile a block come first. The
/// tiles that are left make no full round: their steps along k are laid in a row and cut into equal shares,
/// wherever a cut falls.
struct Shares {
  std::uint32_t blocks;      ///< of the launch
  std::uint32_t whole;       ///< tiles of full rounds, a multiple of `blocks`
  std::uint32_t left;        ///< tiles after them, to be shared
  std::uint32_t sharers;     ///< the blocks that share them: the first ones, at least `left` and at least one
  std::uint32_t tile_steps;  ///< steps along k a tile, at least one

  /// The first step of a block's share, counted over all tiles that are left; its end is begin(block + 1).
  __host__ __device__ std::uint64_t begin(std::uint32_t block) const {
    return std::uint64_t{left} * tile_steps * (block < sharers ? block : sharers) / sharers;
  }

  /// The block in whose share a step lies. @pre step < left * tile_steps
  __host__ __device__ std::uint32_t block_of(std::uint64_t step) const {
    return static_cast<std::uint32_t>(((step + 1) * sharers - 1) / (std::uint64_t{left} * tile_steps));
  }
};

/// Shares for `tiles` tiles of `tile_steps` steps on a device that holds `resident` blocks at a time.
///
/// No share is longer than a tile, so it touches two tiles at most. And as long as a tile allows it, none is
/// much shorter than the root of tile_steps: to add up a part costs about as much as a step, and p shares a tile
/// take about tile_steps / p + p.
inline Shares make_shares(std::uint32_t tiles, std::uint32_t tile_steps, std::uint32_t resident) {
  const std::uint32_t whole = tiles / resident * resident;
  const std::uint32_t left = tiles - whole;
  const double useful = left * std::sqrt(static_cast<double>(tile_steps));
  const auto sharers = static_cast<std::uint32_t>(std::clamp<double>(useful, 1, resident));
  return {whole > 0 ? resident : sharers, whole, left, sharers, tile_steps};
}

}  // namespace matmul
