// Stand-in: 8-bit floating point.
#pragma once
#include "cuda_runtime.h"
#include "cudasim/fp8.hpp"
