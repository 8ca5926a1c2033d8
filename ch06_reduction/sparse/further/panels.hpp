#pragma once

#include <cstdint>
#include <vector>

#include "sparse/further/shares.hpp"

namespace ch06 {

/// The word of shared memory that holds the product of a share's entry `i`. Behind each 32 one stays free, so that rows of
/// 8, 16 or 32 entries do not all begin in the same banks.
__host__ __device__ constexpr int skewed(int i) { return i + i / 32; }

/// The entries of a matrix in tiles: those of one panel of columns and one share. They are stored panel by panel, and their
/// products stand as they do. The quads of a panel are full but for its last one.
///
///               share 0   share 1
///     panel 0      A         B         stored   panel 0: A B | panel 1: C D
///     panel 1      C         D         share 0 finds its products in A and C, share 1 in B and D
///
/// A panel has at most 65536 columns, so that 16 bits say which; a share has so few entries that 16 bits say which.
template <typename T>
struct Panels {
  Index width = 0;  ///< columns a panel; a multiple of 4
  Shares shares = {};
  std::vector<Index> panel_quad = {
      0};  ///< the first quad of each panel; after the last: the number of all quads
  std::vector<Index> tile_begin =
      {};  ///< of each tile, share after share; then where the last share's tiles end
  std::vector<std::uint16_t> col = {};    ///< of each entry, in its panel
  std::vector<T> value = {};              ///< of each entry; 0 where a quad is not full
  std::vector<std::uint16_t> place = {};  ///< of each entry's product, in its share's shared memory

  Index count() const { return static_cast<Index>(panel_quad.size()) - 1; }
};

/// A matrix in panels of `width` columns and shares of `share_size` items.
/// @throws tutorial::UsageError for more entries than Index can count
template <typename T>
Panels<T> make_panels(const Csr<T>& a, Index width, Index share_size);

/// Items of a share are so many at most, whatever fits in shared memory.
constexpr Index largest_share = 32768;

/// Items of a share: at most `most` if that is not 0, and so many that their products take 0.45 of an SM's shared
/// memory, so that it holds two blocks.
template <typename T>
Index items_per_share(std::int64_t most);

/// Columns per panel: at most `most` if that is not 0, as many as half of an SM's shared memory holds, a multiple
/// of 4.
template <typename T>
Index panel_width(Index cols, std::int64_t most);

/// Lets `kernel` have so many bytes of dynamic shared memory. @throws CudaError
template <typename Kernel>
void allow_shared(Kernel* kernel, std::size_t bytes) {
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// The same on the device, with room for the products and for a carry of each share.
template <typename T>
struct DevicePanels {
  explicit DevicePanels(const Panels<T>& made)
      : count(made.count()),
        width(made.width),
        shares(made.shares),
        panel_quad(made.panel_quad),
        tile_begin(made.tile_begin),
        col(made.col),
        value(made.value),
        place(made.place),
        product(made.place.size()) {}

  std::size_t x_bytes() const { return static_cast<std::size_t>(width) * sizeof(T); }  ///< of a panel
  std::size_t share_bytes() const { return static_cast<std::size_t>(skewed(shares.size())) * sizeof(T); }

  Index count;
  Index width;
  DeviceShares<T> shares;
  tutorial::DeviceBuffer<Index> panel_quad;
  tutorial::DeviceBuffer<Index> tile_begin;
  tutorial::DeviceBuffer<std::uint16_t> col;
  tutorial::DeviceBuffer<T> value;
  tutorial::DeviceBuffer<std::uint16_t> place;
  tutorial::DeviceBuffer<T> product;
};

}  // namespace ch06
