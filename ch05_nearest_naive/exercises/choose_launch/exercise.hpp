// The exercise "Choose the launch".
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// A one-dimensional launch.
struct Launch {
  std::int64_t blocks;
  std::int64_t threads;  ///< of a block
};

/// A launch with at least one thread for each of n elements, and no block too many. 0 <= n <= 10^12; for n
/// = 0 no blocks.
Launch launch_for(std::int64_t n);

/// square[i] = i * i modulo 2^32 for 0 <= i < n, by one launch of the blocks and threads that launch_for(n)
/// returns, or by none if there are no blocks. square: n elements in device memory.
void fill_squares(std::uint32_t* square, std::int64_t n);
