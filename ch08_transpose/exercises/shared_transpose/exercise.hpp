#pragma once

/// Rows and columns of a tile, and of threads in a block.
constexpr unsigned tile_size = 32;

/// out = in transposed. in: rows x cols, out: cols x rows floats in device memory, row by row. Both sides:
/// multiples of tile_size.
void transpose(const float* in, float* out, unsigned rows, unsigned cols);
