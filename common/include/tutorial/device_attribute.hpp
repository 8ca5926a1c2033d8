#pragma once

/// @file
/// Properties of the device.

#include <cuda_runtime.h>

#include "tutorial/cuda_check.hpp"

namespace tutorial {

/// An attribute of the current device, such as cudaDevAttrMultiProcessorCount. @throws CudaError
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  int value = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}

}  // namespace tutorial
