#pragma once

// Slow to compile: for the programs that compare themselves with the libraries.

#include "tutorial/device_buffer.hpp"

// On the simulator Thrust runs on the CPU, and its headers need not be there.
#if __has_include(<thrust/reduce.h>)
#define HAS_THRUST 1

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

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

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_reduce.cuh>
#endif

namespace ch06 {

#ifdef TUTORIAL_SIMULATOR
/// The simulator runs CUDA C++, not the device code of libraries.
template <typename T, typename Binary>
struct CubReduce {
  static constexpr bool is_there = false;
  CubReduce(const tutorial::DeviceBuffer<T>&, T, Binary) {}
  void reduce() {}
  T to_host() const { return T{}; }
};
#else
/// The same by CUB, with scratch memory that is kept.
template <typename T, typename Binary>
class CubReduce {
 public:
  static constexpr bool is_there = true;

  CubReduce(const tutorial::DeviceBuffer<T>& in, T init, Binary binary)
      : in_(in), init_(init), binary_(binary), bytes_(run(nullptr, 0)), scratch_(bytes_) {}

  void reduce() { run(scratch_.data(), bytes_); }
  T to_host() const { return out_.to_host()[0]; }

 private:
  // A call without scratch memory only returns how much it needs.
  std::size_t run(void* scratch, std::size_t bytes) {
    CUDA_CHECK(cub::DeviceReduce::Reduce(scratch, bytes, in_.data(), out_.data(),
                                         static_cast<std::int64_t>(in_.size()), binary_, init_));
    return bytes;
  }

  const tutorial::DeviceBuffer<T>& in_;
  const T init_;
  const Binary binary_;
  tutorial::DeviceBuffer<T> out_{1};
  std::size_t bytes_;
  tutorial::DeviceBuffer<char> scratch_;
};
#endif

}  // namespace ch06
