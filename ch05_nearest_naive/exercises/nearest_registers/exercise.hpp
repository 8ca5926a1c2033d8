// The exercise "Several points per thread".
#pragma once

#include <cuda_runtime.h>

/// Queries that one thread answers.
constexpr int queries = 4;

/// nearest[i] = the index of the point nearest to points[i], other than i itself. Of several equally near
/// ones the lowest index; -1 if there is no other point. points: count points, nearest: count elements,
/// both in device memory. Points may be far from the origin and near to each other: differences
/// of coordinates are exact in float, and differences of squares are not.
void find_nearest(const float3* points, int count, int* nearest);
