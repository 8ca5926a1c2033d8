// Stand-in: half precision.
#pragma once
#include "cuda_runtime.h"
#include "cudasim/half.hpp"
