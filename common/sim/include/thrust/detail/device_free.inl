// Stand-in: device_free, to the simulated device's heap.
#pragma once

#include <thrust/device_free.h>

#include "cuda_runtime_api.h"

THRUST_NAMESPACE_BEGIN

inline void device_free(thrust::device_ptr<void> pointer) {
  cudaFree(pointer.get());
}

THRUST_NAMESPACE_END
