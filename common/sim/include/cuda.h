// Stand-in for the driver API: the version and the types that runtime programs mention. No driver call is
// simulated.
#pragma once

#include "cudasim/driver_types.hpp"

#define CUDA_VERSION 13000

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
