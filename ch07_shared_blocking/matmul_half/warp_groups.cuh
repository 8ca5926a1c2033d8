#pragma once

#include <cuda_fp16.h>

#include "tutorial/tensor_map.hpp"
#include "tutorial/warp_group.cuh"

/// Tiles that TMA copies place in shared memory for warp groups, and products of 64 rows and 256 columns.
namespace half_product {

/// Why warp groups do not multiply here; empty if they do.
inline std::string no_warp_groups() {
#if TUTORIAL_HAS_SM_90A
  const bool has = tutorial::device_attribute(cudaDevAttrComputeCapabilityMajor) == 9 &&
                   tutorial::device_attribute(cudaDevAttrComputeCapabilityMinor) == 0;
  return has ? "" : "only compute capability 9.0 has warp groups";
#elif defined(TUTORIAL_SIMULATOR)
  return "the simulator has no warp groups";
#else
  return "this build is for no device of compute capability 9.0";
#endif
}

constexpr int group_terms = 64;  // of a row of a tile: 128 bytes, as wide as the pattern of TMA's swizzle

#if TUTORIAL_HAS_SM_90A

/// The map of a matrix whose tiles have `rows` rows of 64 terms, with the 16-byte units of each row exchanged: unit u of row r is in
/// place u ^ r % 8.
inline CUtensorMap tile_map(const __half* matrix, std::int64_t rows, std::int64_t cols, unsigned tile_rows) {
  return tutorial::tensor_map(matrix, rows, cols, tile_rows, group_terms, CU_TENSOR_MAP_SWIZZLE_128B,
                              CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
}

/// Starts the copy of the tile that begins at (row, term). @pre `to` is a multiple of 1024 bytes
__device__ inline void start_tile(tutorial::MemoryBarrier& full, __half* to, const CUtensorMap& map, int row,
                                  int term) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(tutorial::shared_address(to)),
      "l"(&map), "r"(term), "r"(row), "r"(tutorial::shared_address(&full))
      : "memory");
}

/// A tile, as the products find it: eight rows of 128 bytes follow each other every 1024 bytes, in the pattern of 128 bytes. The next
/// 16 terms are 32 bytes further.
__device__ inline std::uint64_t tile_at(const __half* tile) {
  constexpr std::uint64_t pattern_of_128 = std::uint64_t{1} << 62;
  return (tutorial::shared_address(tile) & 0x3ffffu) >> 4 | std::uint64_t{1} << 16 |
         std::uint64_t{1024 >> 4} << 32 | pattern_of_128;
}
constexpr std::uint64_t next_terms = 32 >> 4;

/// The sums of 64 x 256 elements that a thread of a warp group holds, in the order of tutorial::GroupSums.
using WideSums = float[128];

#define HALF_EIGHT(i)                                                                        \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), \
      "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define HALF_64(i)                                                                              \
  HALF_EIGHT(i), HALF_EIGHT(i + 8), HALF_EIGHT(i + 16), HALF_EIGHT(i + 24), HALF_EIGHT(i + 32), \
      HALF_EIGHT(i + 40), HALF_EIGHT(i + 48), HALF_EIGHT(i + 56)

/// Starts the product of 64 rows and 256 columns, with 16 terms each, and adds it to the sums.
__device__ inline void start_wide(WideSums& sums, std::uint64_t rows, std::uint64_t columns) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
      "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
      "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
      "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,"
      "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,"
      "%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,"
      "%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,"
      "%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,"
      "%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127}, "
      "%128, %129, 1, 1, 1, 0, 0;"
      : HALF_64(0), HALF_64(64)
      : "l"(rows), "l"(columns));
}
#undef HALF_64
#undef HALF_EIGHT

/// The compiler does not know that a product continues after its instruction: no use of the sums may move past this.
__device__ inline void keep_in_order(WideSums& sums) {
#pragma unroll
  for (int i = 0; i < 128; ++i) asm volatile("" : "+f"(sums[i])::"memory");
}

__device__ inline void clear(WideSums& sums) {
#pragma unroll
  for (int i = 0; i < 128; ++i) sums[i] = 0;
  keep_in_order(sums);
}

/// Orders a group's earlier accesses to the sums before its products.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

/// Call after the products of a step. Waits until all but the last `in_flight` steps are finished.
template <int in_flight>
__device__ inline void finish_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(in_flight) : "memory");
}
__device__ inline void end_of_step() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

/// The column (x) and row (y) of a tile of C: tiles in progress at the same time are near each other and share what they copy.
/// Bands of 8 rows of tiles, column by column within a band.
__device__ inline uint2 tile_in_band(unsigned number, unsigned rows_of_tiles, unsigned cols_of_tiles) {
  constexpr unsigned band_rows = 8;
  const unsigned band = number / (band_rows * cols_of_tiles);
  const unsigned rows = min(band_rows, rows_of_tiles - band * band_rows);
  const unsigned inside = number % (band_rows * cols_of_tiles);
  return {inside / rows, band * band_rows + inside % rows};
}

/// Stores the sums of a warp group; `c` is the first of its 64 x 256 elements.
__device__ inline void store_wide(const WideSums& sums, float* c, unsigned n) {
  const unsigned lane = threadIdx.x % 32;
  float* to = c + std::size_t(threadIdx.x % tutorial::group_size / 32 * 16 + lane / 4) * n + lane % 4 * 2;
#pragma unroll
  for (unsigned j = 0; j < 32; ++j) {
    *reinterpret_cast<float2*>(to + 8 * j) = {sums[4 * j], sums[4 * j + 1]};
    *reinterpret_cast<float2*>(to + std::size_t{8} * n + 8 * j) = {sums[4 * j + 2], sums[4 * j + 3]};
  }
}

#endif

}  // namespace half_product
