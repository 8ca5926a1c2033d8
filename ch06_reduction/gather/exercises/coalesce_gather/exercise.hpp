// The exercise "Gather whole records".
#pragma once

#include <cuda_runtime.h>

/// Words of a record: 32 bytes, one sector.
constexpr int fields = 8;

/// out[fields * i + f] = table[fields * index[i] + f] for 0 <= i < n and 0 <= f < fields. table: records,
/// out: n records, index: n numbers of records, all in device memory and aligned to 32 bytes.
void gather(const float* table, const int* index, float* out, int n);
