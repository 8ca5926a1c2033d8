#pragma once

/// out = a - 2 b, rounded once, for matrices of rows x cols floats in device memory, row by row.
void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols);
