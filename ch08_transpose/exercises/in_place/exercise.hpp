#pragma once

/// Transposes a matrix of n x n floats in device memory, row by row, where it lies.
void transpose_in_place(float* matrix, unsigned n);
