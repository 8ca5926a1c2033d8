// Searches for the smallest block that is large enough.
#include <climits>
#include "exercise.hpp"

template <typename T>
constexpr T div_up(T a, T b) {
  return a / b + (a % b != 0);
}

__global__ void squares(std::uint32_t* s, std::int64_t n) {
  auto i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (i < n) s[i] = std::uint32_t(i) * std::uint32_t(i);
}

Launch launch_for(std::int64_t n) {
  for (std::int64_t t : {128, 256, 512, 1024})
    if (div_up<std::int64_t>(n, t) <= INT_MAX) return Launch{div_up<std::int64_t>(n, t), t};
  return {INT_MAX, 1024};
}

void fill_squares(std::uint32_t* square, std::int64_t n) {
  Launch l = launch_for(n);
  if (l.blocks > 0) squares<<<l.blocks, l.threads>>>(square, n);
}
