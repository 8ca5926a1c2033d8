// The launch is as the formula says, but the first warp does everything; the others are idle.
// says: 32 threads access global memory
#include "exercise.hpp"
__global__ void squares(std::uint32_t* square, std::int64_t n) {
  if (blockIdx.x != 0 || threadIdx.x >= 32) return;
  for (std::int64_t i = threadIdx.x; i < n; i += 32)
    square[i] = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(i);
}
Launch launch_for(std::int64_t n) { return {(n + 511) / 512, 512}; }
void fill_squares(std::uint32_t* square, std::int64_t n) {
  const Launch l = launch_for(n);
  if (l.blocks) squares<<<static_cast<unsigned>(l.blocks), static_cast<unsigned>(l.threads)>>>(square, n);
}
