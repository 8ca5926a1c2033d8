// The exercise "Walk the grid".
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// The grid of the launch, whatever n is: 8 * 128 = 1024 threads.
constexpr unsigned blocks = 8;
constexpr unsigned block_size = 128;

/// z[i] = alpha * x[i] + y[i] for 0 <= i < n. x, y, z: n floats each, in device memory, at addresses that are
/// multiples of 16. alpha: any number, also 0 or infinite.
void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n);
