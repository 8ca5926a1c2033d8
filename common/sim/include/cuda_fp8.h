// Stand-in: 8-bit floating point.
#pragma once

#define __CUDA_FP8_H__
#include "cuda_runtime.h"
#include "cudasim/fp8.hpp"
