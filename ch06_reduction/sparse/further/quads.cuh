#pragma once

/// @file
/// Loads and stores of four neighbors, for spmv_panels and spmv_pages.

// Four neighbors, as 16-byte words that will not be used again soon.
__device__ void load_quad(const float* from, float (&to)[4]) {
  const float4 word = __ldcs(reinterpret_cast<const float4*>(from));
  to[0] = word.x, to[1] = word.y, to[2] = word.z, to[3] = word.w;
}
__device__ void load_quad(const double* from, double (&to)[4]) {
  const double2 low = __ldcs(reinterpret_cast<const double2*>(from));
  const double2 high = __ldcs(reinterpret_cast<const double2*>(from) + 1);
  to[0] = low.x, to[1] = low.y, to[2] = high.x, to[3] = high.y;
}
__device__ void store_quad(float* to, const float (&from)[4]) {
  *reinterpret_cast<float4*>(to) = {from[0], from[1], from[2], from[3]};
}
__device__ void store_quad(double* to, const double (&from)[4]) {
  reinterpret_cast<double2*>(to)[0] = {from[0], from[1]};
  reinterpret_cast<double2*>(to)[1] = {from[2], from[3]};
}
