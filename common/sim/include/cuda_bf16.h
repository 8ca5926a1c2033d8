// Stand-in: bfloat16.
#pragma once
#include "cuda_runtime.h"
#include "cudasim/bf16.hpp"
