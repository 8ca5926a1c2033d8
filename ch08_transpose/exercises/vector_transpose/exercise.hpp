#pragma once

/// out = in transposed. in: rows x cols, out: cols x rows floats in device memory, row by row. Both sides:
/// multiples of 4.
void transpose(const float* in, float* out, unsigned rows, unsigned cols);
