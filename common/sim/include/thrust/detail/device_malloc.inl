// Stand-in: device_malloc, from the simulated device's heap.
#pragma once

#include <thrust/device_malloc.h>

#include "cudasim/thrust_resource.hpp"

THRUST_NAMESPACE_BEGIN

inline thrust::device_ptr<void> device_malloc(const std::size_t n) {
  return thrust::device_ptr<void>(::cudasim::thrust_allocate(n, false));
}

template <typename T>
thrust::device_ptr<T> device_malloc(const std::size_t n) {
  return thrust::device_ptr<T>(static_cast<T*>(::cudasim::thrust_allocate(n * sizeof(T), false)));
}

THRUST_NAMESPACE_END
