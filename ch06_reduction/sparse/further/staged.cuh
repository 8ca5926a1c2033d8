#pragma once

#include <cuda_runtime.h>

#include "sparse/sparse.hpp"

namespace ch06 {

/// The block's dynamic shared memory as an array of T, as long as the launch says. (reduce_dynamic explains it.)
template <typename T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

/// Reads *p; `streamed`: as data that nobody will want again soon, so that the caches give it up first.
// [read]
template <bool streamed, typename T>
__device__ T read(const T* p) {
  return streamed ? __ldcs(p) : *p;
}

/// The same for writing.
template <bool streamed, typename T>
__device__ void write(T* p, T value) {
  if (streamed) {
    __stcs(p, value);
  } else {
    *p = value;
  }
}
// [read]

/// Entries a thread stages at a time: 32 bytes of products, so that the largest block needs no more shared memory than
/// every device grants.
template <typename T>
constexpr int each = 32 / sizeof(T);

/// product[i] = value[i] * x[col[i]] for i < count <= each<T> * blockDim.x, by all threads of the block, side by side. A
/// thread asks for all its entries before it uses the first. No branch divides its loads: past the end it takes the last
/// entry once more, and leaves the product where nobody looks.
// [stage]
template <bool streamed = false, typename T>
__device__ void stage(T* product, const Index* col, const T* value, const T* x, int count) {
  if (count == 0) return;
  T staged[each<T>];
  Index c[each<T>];
#pragma unroll
  for (int k = 0; k < each<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    c[k] = read<streamed>(col + (i < count ? i : count - 1));
    staged[k] = read<streamed>(value + (i < count ? i : count - 1));
  }
#pragma unroll
  for (int k = 0; k < each<T>; ++k) staged[k] *= x[c[k]];
#pragma unroll
  for (int k = 0; k < each<T>; ++k) product[threadIdx.x + k * blockDim.x] = staged[k];
}
// [stage]

}  // namespace ch06
