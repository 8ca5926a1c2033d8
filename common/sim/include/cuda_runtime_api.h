// Stand-in: the runtime API without the device functions.
#pragma once

// Code asks by these names whether a header is there.
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cudasim/api.hpp"
#include "cudasim/dropped_result.hpp"
