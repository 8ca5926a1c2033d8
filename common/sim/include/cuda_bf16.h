// Stand-in: bfloat16.
#pragma once

#define __CUDA_BF16_H__
#include "cuda_runtime.h"
#include "cudasim/bf16.hpp"
