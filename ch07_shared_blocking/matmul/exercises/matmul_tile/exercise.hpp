#pragma once

/// Rows and columns of a tile, and of threads in a block.
constexpr unsigned tile_size = 16;

/// c = a b. a: m x k, b: k x n, c: m x n floats in device memory, row by row. An element may be infinite or a
/// NaN: 0 times it is a NaN.
void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k);
