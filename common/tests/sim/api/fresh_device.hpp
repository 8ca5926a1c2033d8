// A test that starts and ends with a device as it is at the start of a program.
#pragma once

#include <cuda_runtime.h>

struct FreshDevice {
  FreshDevice() { cudaDeviceReset(); }
  ~FreshDevice() { cudaDeviceReset(); }
};
