#pragma once

#include <cuda_runtime.h>

/// The cells of a row that a thread owns.
namespace heat {

// Neighbors in a row.
template <int width>
struct Cells {
  float cell[width];
};

// `width` cells from `from` on, 1 or 4; four with one load of 16 bytes, to which `from` is aligned.
template <int width>
__device__ Cells<width> load_cells(const float* from) {
  if constexpr (width == 4) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    return {four.x, four.y, four.z, four.w};
  } else {
    return {*from};
  }
}

// The same for a store.
template <int width>
__device__ void store_cells(float* to, const Cells<width>& cells) {
  if constexpr (width == 4) {
    const float4 four = {cells.cell[0], cells.cell[1], cells.cell[2], cells.cell[3]};
    *reinterpret_cast<float4*>(to) = four;
  } else {
    *to = cells.cell[0];
  }
}

}  // namespace heat
