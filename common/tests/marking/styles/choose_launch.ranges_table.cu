// The block with the fewest threads too many, found with ranges over a constexpr table; an error as an exception.
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <string>

#include "exercise.hpp"

namespace {
constexpr std::array<std::int64_t, 4> sizes{128, 256, 512, 1024};
constexpr std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max();

constexpr auto with_size(std::int64_t n) {
  return [n](std::int64_t threads) -> Launch { return {(n + threads - 1) / threads, threads}; };
}
}  // namespace

Launch launch_for(std::int64_t n) {
  auto all = sizes | std::views::transform(with_size(n)) |
             std::views::filter([](const Launch& each) { return each.blocks <= most_blocks; });
  if (std::ranges::empty(all)) throw std::out_of_range("too many: " + std::to_string(n));
  return std::ranges::min(all, std::less<>{}, [](const Launch& each) { return each.blocks * each.threads; });
}

__global__ static void squares(std::uint32_t* square, std::int64_t n) {
  if (const auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n) {
    const auto low = static_cast<std::uint32_t>(i);
    square[i] = low * low;
  }
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  if (const auto [blocks, threads] = launch_for(n); blocks)
    squares<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads)>>>(square, n);
}
