#pragma once

// Slow to compile: for the program that compares itself with CUB.

#include "halves/halves.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#endif

namespace halves {

#ifdef TUTORIAL_SIMULATOR

/// The simulator runs CUDA C++, not the device code of libraries.
template <typename T>
void measure_library(tutorial::Program& program, const Input<T>&, const tutorial::DeviceBuffer<T>&,
                     tutorial::DeviceBuffer<float>&) {
  program.left_out("cub::DeviceReduce", "device code of libraries is not simulated");
}

#else

/// CUB's operator: what it adds are floats, whatever it reads.
struct AddFloats {
  template <typename A, typename B>
  __host__ __device__ float operator()(const A& a, const B& b) const {
    return static_cast<float>(a) + static_cast<float>(b);
  }
};

/// The same sum by CUB, accumulated in float, with scratch memory that is kept.
template <typename T>
void measure_library(tutorial::Program& program, const Input<T>& in, const tutorial::DeviceBuffer<T>& d_in,
                     tutorial::DeviceBuffer<float>& d_sum) {
  // A call without scratch memory only returns how much it needs.
  const auto run = [&](void* scratch, std::size_t bytes) {
    CUDA_CHECK(cub::DeviceReduce::Reduce(scratch, bytes, d_in.data(), d_sum.data(), in.n, AddFloats{}, 0.0f));
    return bytes;
  };
  tutorial::DeviceBuffer<char> d_scratch(run(nullptr, 0));
  d_sum.poison();
  tutorial::Case row = in.row("cub::DeviceReduce, added in float");
  row.peer = true;
  program.measure(
      row, [&] { run(d_scratch.data(), d_scratch.size()); },
      // No thread of any GPU adds more than 2^13 numbers one after the other at these sizes.
      [&] { return in.check(d_sum.to_host()[0], 0x1p13 * tutorial::unit_roundoff<float>); });
}

#endif

}  // namespace halves
