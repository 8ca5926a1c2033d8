// launch_for is right, and fill_squares launches blocks of 20 threads instead.
// says: fill_squares must launch as launch_for says
#include "exercise.hpp"

__global__ void fill_squares_kernel(std::uint32_t* square, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}

Launch launch_for(std::int64_t n) { return {(n + 511) / 512, 512}; }

void fill_squares(std::uint32_t* square, std::int64_t n) {
  if (n == 0) return;
  constexpr std::int64_t threads = 20;
  fill_squares_kernel<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(square, n);
}
