// Stand-in: names for the driver's objects vanish.
#pragma once

#include "../cuda.h"
#include "nvToolsExt.h"

inline void nvtxNameCuDeviceA(CUdevice, const char*) {}
inline void nvtxNameCuStreamA(CUstream, const char*) {}
inline void nvtxNameCuEventA(CUevent, const char*) {}
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent  nvtxNameCuEventA
