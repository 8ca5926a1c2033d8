// The exercise "Lay out the points".
#pragma once

#include <cuda_runtime.h>

/// On the host: stores the coordinates of n points into `layout`, 3 n floats, in the order that `distances`
/// needs.
void arrange(const float3* points, float* layout, int n);

/// On the device: distance[i] = the squared distance of point i from `centre`, for 0 <= i < n, computed in
/// float from the differences of the coordinates, which may be large. layout: what `arrange` has made, copied
/// to device memory as it is; distance: n floats in device memory.
void distances(const float* layout, float3 centre, float* distance, int n);
