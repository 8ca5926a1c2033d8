#pragma once

__device__ inline void wait_for_all() { __syncthreads(); }
