#pragma once

#include "nearest/tensor_search.cuh"

namespace ch07 {

// [multiply]
// Adds the product of 16 rows and 8 columns to `start`. Lane 4 r + k holds slots 2 k and 2 k + 1 of rows r
// (rows.x) and r + 8 (rows.y), and of column r; of the sums it holds columns 2 k and 2 k + 1 of row r (x, y) and
// of row r + 8 (z, w).
__device__ inline float4 multiply(uint2 rows, unsigned column, float4 start) {
  float4 sum = start;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
      : "=f"(sum.x), "=f"(sum.y), "=f"(sum.z), "=f"(sum.w)
      : "r"(rows.x), "r"(rows.y), "r"(column), "f"(start.x), "f"(start.y), "f"(start.z), "f"(start.w));
#else
  // No tensor core: each lane asks the four lanes of its rows and the eight of its columns.
  const int lane = threadIdx.x % 32;
  const unsigned long long both = static_cast<unsigned long long>(rows.y) << 32 | rows.x;
  for (int k = 0; k < 4; ++k) {
    const unsigned long long row = __shfl_sync(0xffffffffu, both, lane / 4 * 4 + k);
    const auto upper = static_cast<unsigned>(row), lower = static_cast<unsigned>(row >> 32);
    const unsigned left = __shfl_sync(0xffffffffu, column, lane % 4 * 8 + k);
    const unsigned right = __shfl_sync(0xffffffffu, column, lane % 4 * 8 + 4 + k);
    const auto add = [](float to, unsigned a, unsigned b) {
      return fmaf(second_of(a), second_of(b), fmaf(first_of(a), first_of(b), to));
    };
    sum = {add(sum.x, upper, left), add(sum.y, upper, right), add(sum.z, lower, left),
           add(sum.w, lower, right)};
  }
#endif
  return sum;
}
// [multiply]

}  // namespace ch07
