#pragma once

#include "sparse/sparse.hpp"

/// @file
/// How a block leaves products in shared memory, for spmv_staged, which explains it, and the steps after it.

// Items of a thread in one turn: 32 bytes of products, so that the largest block needs no more shared memory than
// every device grants.
template <typename T>
constexpr int items_per_thread = 32 / sizeof(T);

// The block's dynamic shared memory as an array of T, as long as the launch says. (reduce_dynamic explains it.)
template <typename T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

// product[i] = value[i] * x[col[i]] for i < count <= items_per_thread<T> * blockDim.x, by all threads of the block, side by
// side. A thread requests all its entries before it uses the first. No branch separates its loads: past the end it loads the
// last entry once more, and stores a product that is never read.
// [stage]
template <typename T>
__device__ void stage(T* product, const ch06::Index* col, const T* value, const T* x, int count) {
  if (count == 0) return;
  T staged[items_per_thread<T>];
  ch06::Index c[items_per_thread<T>];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    c[k] = col[i < count ? i : count - 1];
    staged[k] = value[i < count ? i : count - 1];
  }
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) staged[k] *= x[c[k]];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) product[threadIdx.x + k * blockDim.x] = staged[k];
}
// [stage]
