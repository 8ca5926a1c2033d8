#pragma once

#include <cuda_runtime.h>

#include "irregular/sparse.hpp"

namespace ch06 {

/// The block's dynamic shared memory as an array of T, as long as the launch says. (reduce_dynamic explains it.)
template <typename T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

// [stage]
/// Entries a thread stages at a time: 32 bytes of products, so that the largest block needs no more shared memory than
/// every device grants.
template <typename T>
constexpr int each = 32 / sizeof(T);

/// product[i] = value[i] * x[col[i]] for i < count <= each<T> * blockDim.x, by all threads of the block, side by side. A
/// thread asks for all its entries before it uses the first.
template <typename T, typename Columns, typename Values>
__device__ void stage(T* product, Columns col, Values value, const T* x, int count) {
  Index c[each<T>] = {};
  T factor[each<T>] = {};
#pragma unroll
  for (int k = 0; k < each<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    if (i >= count) break;
    c[k] = col[i];
    factor[k] = value[i];
  }
#pragma unroll
  for (int k = 0; k < each<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    if (i < count) product[i] = factor[k] * x[c[k]];
  }
}
// [stage]

}  // namespace ch06
