// The contents of a CUtensorMap, and where the elements of a box are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cudasim/bulk_copy.hpp"
#include "cudasim/site.hpp"

namespace cudasim {

constexpr unsigned most_dimensions = 5;
constexpr std::size_t box_alignment = 128;  ///< bytes, in shared memory

/// The same size as CUDA's type, which is opaque.
struct TensorMap {
  std::uint64_t mark;  ///< Distinguishes a map from other bytes.
  char* address;
  std::uint64_t sizes[most_dimensions];    ///< elements, the innermost first
  std::uint64_t strides[most_dimensions];  ///< bytes; the first is an element's
  std::uint16_t box[most_dimensions];      ///< elements
  std::uint8_t dimensions;
  std::uint8_t type;     ///< CUDA's number of the element type.
  std::uint8_t swizzle;  ///< Bytes within which runs of 16 bytes are permuted: 0, 32, 64, 128.
};
static_assert(sizeof(TensorMap) <= 128);
constexpr std::uint64_t tensor_map_mark = 0x70616d736e657423;

/// The map of the box; otherwise the kernel ends with a message.
const TensorMap& tensor_map(const detail::TensorBox& box, const Site& site);

/// The offset of a byte of the box in shared memory: within 8 rows of 128 bytes, runs of 16 bytes are permuted by their row's number.
inline char* swizzled(char* place, unsigned span) {
  if (span == 0) return place;
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  return reinterpret_cast<char*>(address ^ ((address >> 7 & (span / 16 - 1)) << 4));
}

/// Calls move(in shared memory, in global memory, bytes) for each part of the box; null outside of the tensor. Returns the bytes of the box.
template <class Move>
std::uint64_t for_each_piece(const TensorMap& map, const detail::TensorBox& box, char* shared, Move move) {
  const std::size_t element = map.strides[0];
  const std::size_t row = map.box[0] * element;
  std::uint64_t rows = 1;
  for (unsigned d = 1; d < map.dimensions; ++d) rows *= map.box[d];
  const auto size = static_cast<std::int64_t>(map.sizes[0]);
  for (std::uint64_t r = 0; r < rows; ++r) {
    char* begin = map.address;
    bool inside = true;
    std::uint64_t rest = r;
    for (unsigned d = 1; d < map.dimensions; ++d) {
      const std::int64_t at = box.coordinates[d] + static_cast<std::int64_t>(rest % map.box[d]);
      rest /= map.box[d];
      inside = inside && at >= 0 && at < static_cast<std::int64_t>(map.sizes[d]);
      begin += at * static_cast<std::int64_t>(map.strides[d]);
    }
    // A step of one element if the tensor's edge cuts the row, otherwise of 16 bytes.
    for (std::size_t i = 0; i < row;) {
      const std::int64_t at = box.coordinates[0] + static_cast<std::int64_t>(i / element);
      const bool in_row = inside && at >= 0 && at < size;
      const std::size_t run = std::size_t{16} - (r * row + i) % 16;
      std::size_t bytes = element;
      while (bytes + element <= run && i + bytes < row) {
        const std::int64_t next = at + static_cast<std::int64_t>(bytes / element);
        if ((inside && next >= 0 && next < size) != in_row) break;
        bytes += element;
      }
      move(swizzled(shared + r * row + i, map.swizzle),
           in_row ? begin + at * static_cast<std::int64_t>(element) : nullptr, bytes);
      i += bytes;
    }
  }
  return rows * row;
}

}  // namespace cudasim
