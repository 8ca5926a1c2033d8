#pragma once

#include "heat/further/solid.hpp"

/// A stencil of 25 points in a solid: a cell, and four more in each of six directions. Cells that have no such neighbors keep
/// their value.
namespace solid {

constexpr int reach = 4;

/// The second derivative of eighth order, times `rate`; the weights of a step add up to 1.
struct FarWeights {
  float own = 1 - 3 * rate * (205.0f / 72);
  float pair[reach] = {rate * (8.0f / 5), -rate*(1.0f / 5), rate*(8.0f / 315), -rate*(1.0f / 560)};
};

/// A cell's value after a step; around[d] is the sum of the six neighbors at distance d + 1, added in pairs: left and right, up and
/// down, above and below. Every rounding is spelled out, so that the CPU gets the same bits.
__host__ __device__ inline float far_update(float own, const float (&around)[reach]) {
  const FarWeights weights;
  float sum = weights.own * own;
  for (int d = 0; d < reach; ++d) sum = fmaf(weights.pair[d], around[d], sum);
  return sum;
}

/// The solid after all steps, on the CPU: by three indices.
inline std::vector<float> far_reference(const Options& options, std::vector<float> solid) {
  const std::int64_t rows = options.rows, cols = options.cols, inner = options.planes - 2 * reach;
  std::vector<float> next = solid;
  for (std::int64_t step = 0; step < options.steps; ++step) {
    tutorial::in_parts(
        std::max<std::int64_t>(inner, 0), rows * cols, [&](int, std::int64_t begin, std::int64_t end) {
          for (std::int64_t p = begin + reach; p < end + reach; ++p)
            for (std::int64_t r = reach; r < rows - reach; ++r)
              for (std::int64_t c = reach; c < cols - reach; ++c) {
                const auto cell = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
                  return solid[static_cast<std::size_t>((i * rows + j) * cols + k)];
                };
                float around[reach];
                for (int d = 0; d < reach; ++d) {
                  const int away = d + 1;
                  around[d] = (cell(p, r, c - away) + cell(p, r, c + away)) +
                              (cell(p, r - away, c) + cell(p, r + away, c)) +
                              (cell(p - away, r, c) + cell(p + away, r, c));
                }
                next[static_cast<std::size_t>((p * rows + r) * cols + c)] = far_update(cell(p, r, c), around);
              }
        });
    std::swap(solid, next);
  }
  return solid;
}

}  // namespace solid
