#pragma once

#include <cuda_fp16.h>

/// Tiles of fp16 numbers in shared memory, and products of them by mma.sync.
namespace half_product {

/// In device code: 1 if mma.sync of 16 terms exists. Kernels without it are never launched.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define TUTORIAL_AMPERE_CODE 1
#else
#define TUTORIAL_AMPERE_CODE 0
#endif

constexpr int tile_terms = 64;   // of a row of a tile: 128 bytes, all banks once
constexpr int tile_size = 128;   // rows of A and of B of a block
constexpr int unit = 8;          // fp16 numbers in 16 bytes
constexpr int block_size = 256;  // 2 x 4 warps, each with 64 rows and 32 columns of C
constexpr int tile_count = tile_size * tile_terms;

// [place]
// Where unit `u` of a row of a tile is. Without the exclusive or, unit u of all rows is in the same four banks, and ldmatrix,
// which reads it in eight rows at a time, has an 8-way conflict. So row r has its unit u in place u ^ r % 8.
__device__ inline int place_of(int row, int u) { return row * tile_terms + (u ^ row % 8) * unit; }
// [place]

#if TUTORIAL_AMPERE_CODE
// [fragments]
// Loads four matrices of 8 x 8 numbers; lane l has the address of row l % 8 of matrix l / 8. Afterwards lane 4 r + q holds
// elements 2 q and 2 q + 1 of row r of each.
__device__ inline uint4 load_matrices(const __half* row) {
  uint4 loaded;
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(loaded.x), "=r"(loaded.y), "=r"(loaded.z), "=r"(loaded.w)
               : "r"(address)
               : "memory");
  return loaded;
}

// Adds the product of 16 rows of A and 8 of B, of 16 terms each.
__device__ inline void multiply(float4& sum, uint4 a, unsigned b_near, unsigned b_far) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
      "%1, %2, "
      "%3};"
      : "+f"(sum.x), "+f"(sum.y), "+f"(sum.z), "+f"(sum.w)
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b_near), "r"(b_far));
}
// [fragments]

/// The sums of a warp: 4 x 16 rows, 4 x 8 columns.
struct WarpSums {
  float4 sum[4][4] = {};
};

// [step]
// Adds the products of 64 terms. Six loads of four matrices each serve 16 products.
__device__ inline void multiply_tiles(WarpSums& sums, const __half* a, const __half* b) {
  const int lane = threadIdx.x % 32;
  const int first_row = threadIdx.x / 32 / 4 * 64, first_col = threadIdx.x / 32 % 4 * 32;
#pragma unroll
  for (int u = 0; u < tile_terms / unit; u += 2) {
    uint4 rows[4], cols[2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      rows[i] = load_matrices(a + place_of(first_row + 16 * i + lane % 16, u + lane / 16));
#pragma unroll
    for (int j = 0; j < 2; ++j)
      cols[j] = load_matrices(b + place_of(first_col + 16 * j + lane / 16 * 8 + lane % 8, u + lane / 8 % 2));
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        multiply(sums.sum[i][2 * j], rows[i], cols[j].x, cols[j].y);
        multiply(sums.sum[i][2 * j + 1], rows[i], cols[j].z, cols[j].w);
      }
    }
  }
}
// [step]

/// Stores a block's sums; `c` is the first element of its tile.
__device__ inline void store_sums(const WarpSums& sums, float* c, unsigned n) {
  const int lane = threadIdx.x % 32;
  const int row = threadIdx.x / 32 / 4 * 64 + lane / 4, col = threadIdx.x / 32 % 4 * 32 + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float* to = c + std::size_t(row + 16 * i) * n + col + 8 * j;
      *reinterpret_cast<float2*>(to) = {sums.sum[i][j].x, sums.sum[i][j].y};
      *reinterpret_cast<float2*>(to + std::size_t{8} * n) = {sums.sum[i][j].z, sums.sum[i][j].w};
    }
  }
}
#endif

}  // namespace half_product
