#pragma once

#include <vector>

#include "matmul/further/shares.hpp"

namespace matmul {

/// A shape that a block's tile of C can have.
struct TileShape {
  int height, width;      ///< rows, columns
  int block_size, depth;  ///< threads; terms a step
  int resident;           ///< blocks that an SM holds at a time
};

/// One of the shapes, how its tiles are dealt out, and the cycles that the estimate makes of it.
struct Fit {
  std::size_t shape;
  Shares shares;
  double cycles;
};

/// Whether a tile is cut, so that parts must be added up: with a sharer for each tile that is left, none is.
inline bool has_parts(const Shares& shares) { return shares.left > 0 && shares.sharers > shares.left; }

/// An estimate of the cycles that a product takes, to choose by; what all choices have in common is left out.
/// An SM has 4 schedulers, each of which issues one instruction per cycle. A step of a thread is its multiply-adds, its loads from
/// shared memory and its copies, for about 4 cycles each, and some 60 instructions for the loop and the barrier. A warp that is alone
/// waits as well: 30 cycles per term and 100 at the barrier. Stores take 64 bytes per cycle and SM. The parts come
/// back at 24, in a launch of their own, which takes 3000.
inline double estimate(const TileShape& shape, const Shares& shares, int multiprocessors) {
  const double area = static_cast<double>(shape.height) * shape.width;
  const double sums = area / shape.block_size;
  const double loads = std::sqrt(sums) / 2;  // a term, of 4 floats each; exact where the sums are a square
  const double copies = (shape.height + shape.width / 4.0) * shape.depth / shape.block_size;
  const double slots = shape.depth * (sums + 4 * loads) + 4 * copies + 60;
  const double busy = std::ceil(static_cast<double>(shares.blocks) / multiprocessors);  // blocks
  const double step = std::max(busy * shape.block_size / 128 * slots, shape.depth * (sums + 30) + 160);
  const double rounds = shares.whole / shares.blocks;
  const double left_steps = std::ceil(static_cast<double>(shares.left) * shares.tile_steps / shares.sharers);
  const double stores = (rounds + (shares.left > 0 ? 1 : 0)) * busy * area * sizeof(float) / 64;
  const double cycles = (rounds * shares.tile_steps + left_steps) * step + stores;
  if (!has_parts(shares)) return cycles;
  const double parts = shares.sharers * (shares.sharers % shares.left == 0 ? 1 : 2);  // a cut inside a share
  return cycles + 3000 + parts * area * sizeof(float) / (24.0 * multiprocessors);
}

/// The shape and the shares with the lowest estimate for m x n x k: cuts at the ends of tiles, or equal shares for all blocks.
inline Fit best_fit(const std::vector<TileShape>& shapes, std::int64_t m, std::int64_t n, std::int64_t k,
                    int multiprocessors) {
  const auto pieces = [](std::int64_t length, int piece) { return (length + piece - 1) / piece; };
  Fit best = {0, {}, INFINITY};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto tiles = static_cast<std::uint32_t>(pieces(m, shapes[i].height) * pieces(n, shapes[i].width));
    const auto steps = static_cast<std::uint32_t>(std::max<std::int64_t>(pieces(k, shapes[i].depth), 1));
    const auto resident = static_cast<std::uint32_t>(shapes[i].resident * multiprocessors);
    const std::uint32_t whole = tiles / resident * resident;
    const std::uint32_t left = std::max(tiles - whole, 1u);
    const auto consider = [&](std::uint32_t sharers) {
      const Shares shares = {whole > 0 ? resident : sharers, whole, tiles - whole, sharers, steps};
      const double cycles = estimate(shapes[i], shares, multiprocessors);
      if (cycles < best.cycles) best = {i, shares, cycles};
    };
    for (std::uint32_t cuts = 1; cuts <= steps && cuts * left <= resident; ++cuts) consider(cuts * left);
    if (std::uint64_t{left} * steps >= resident) consider(resident);
  }
  return best;
}

}  // namespace matmul
