#pragma once

/// c = a b. a: m x k, b: k x n, c: m x n floats in device memory, row by row.
void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k);
