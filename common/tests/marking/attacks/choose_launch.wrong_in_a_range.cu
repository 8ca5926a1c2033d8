// No blocks for some numbers of elements in the upper half of a power of two.
// says: no blocks for
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) {
  if (n > 1'600'000 && n < 2'090'000) return {0, 512};
  return {(n + 511) / 512, 512};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch launch = launch_for(n);
  if (launch.blocks > 0)
    fill_squares_kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads)>>>(
        square, n);
}
