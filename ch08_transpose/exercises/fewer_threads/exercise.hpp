#pragma once

/// Rows and columns of a tile.
constexpr unsigned tile_size = 32;

/// Rows of threads in a block of tile_size columns.
constexpr unsigned block_rows = 8;

/// out = in transposed. in: rows x cols, out: cols x rows floats in device memory, row by row.
void transpose(const float* in, float* out, unsigned rows, unsigned cols);
