#pragma once

// Slow to compile: for the programs that compare themselves with Thrust. On the simulator Thrust runs on the
// CPU, and its headers need not be there.
#if __has_include(<thrust/reduce.h>)
#define HAS_THRUST 1

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include "tutorial/device_buffer.hpp"

namespace ch06 {

/// The same by Thrust, which allocates and frees scratch memory in each call.
template <typename T, typename Binary>
T thrust_reduce(const tutorial::DeviceBuffer<T>& in, T init, Binary binary) {
  const thrust::device_ptr<const T> first(in.data());
  return thrust::reduce(thrust::device, first, first + static_cast<std::ptrdiff_t>(in.size()), init, binary);
}

}  // namespace ch06

#else
#define HAS_THRUST 0
#endif
