// Stand-in: what CUDA names so beside the functions is in <cuda_awbarrier_primitives.h>.
#pragma once

#include "cuda_awbarrier_primitives.h"
