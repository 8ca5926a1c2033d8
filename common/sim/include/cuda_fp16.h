// Stand-in: half precision.
#pragma once

#define __CUDA_FP16_H__
#include "cuda_runtime.h"
#include "cudasim/half.hpp"
