// The exercise "Guard the tail".
#pragma once

#include <cuda_runtime.h>

constexpr int block_size = 256;

/// Moves every point by `step`: moved[i] = points[i] + step, for i in [0, count). Both arrays have `count` elements. Coordinates may
/// be infinite or NaN; a step may be 0, large or infinite.
void move_points(const float3* points, float3* moved, int count, float3 step);
