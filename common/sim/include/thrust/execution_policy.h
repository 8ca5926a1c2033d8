// Thrust's policies, and those of its CUDA back end.
#pragma once

#include_next <thrust/execution_policy.h>

#include <thrust/system/cuda/execution_policy.h>
