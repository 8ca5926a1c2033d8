// CUB's function objects. CUDA 13 has libcu++'s in their place, which <cuda/functional> and <cuda/std/functional> have here too.
#pragma once

#include "../../cuda/functional"
#include "../../cuda/std/functional"
#include "../util_type.cuh"

namespace cub {

using Sum = std::plus<>;
using Difference = std::minus<>;
using Division = std::divides<>;
using Equality = std::equal_to<>;
using Inequality = std::not_equal_to<>;
using Min = ::cuda::minimum<>;
using Max = ::cuda::maximum<>;

/// The pair with the smaller value, and of equal ones that with the smaller key.
struct ArgMin {
  template <class K, class V>
  __host__ __device__ __forceinline__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a,
                                                                    const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

/// The pair with the larger value, and of equal ones that with the smaller key.
struct ArgMax {
  template <class K, class V>
  __host__ __device__ __forceinline__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a,
                                                                    const KeyValuePair<K, V>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class Result>
struct CastOp {
  template <class T>
  __host__ __device__ __forceinline__ Result operator()(const T& value) const {
    return static_cast<Result>(value);
  }
};

}  // namespace cub
