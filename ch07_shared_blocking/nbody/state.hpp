#pragma once

#include <cuda_runtime.h>

#include <array>
#include <vector>

/// The bodies before and after a step, and the constants of the step.
namespace nbody {

/// Length of a step.
constexpr float time_step = 0x1p-10f;

/// Square of the softening length: two bodies never attract each other as if they were closer than that.
/// Without it a pair that nearly meets can gain any speed in one step, and two bodies in one place divide zero
/// by zero.
constexpr float softening_squared = 0x1p-12f;

/// Fills a result before a step: NaN in every component, which no step makes.
constexpr unsigned char poison_byte = 0xFF;

/// Bodies at one time: position and mass, and velocity.
struct State {
  std::vector<float4> bodies;
  std::vector<float3> velocities;
};

inline std::array<float, 3> components(float3 v) { return {v.x, v.y, v.z}; }
inline std::array<float, 3> components(float4 v) { return {v.x, v.y, v.z}; }

}  // namespace nbody
