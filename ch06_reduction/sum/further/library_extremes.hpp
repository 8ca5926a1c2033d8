#pragma once

// Slow to compile: for the program that compares itself with CUB.

#include <cstdint>
#include <functional>

#include "tutorial/tutorial.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_reduce.cuh>
#endif

/// CUB's minimum, maximum and argmin, with scratch memory that is kept.
namespace ch06 {

#ifdef TUTORIAL_SIMULATOR
/// The simulator runs CUDA C++, not the device code of libraries.
template <typename T>
void measure_cub_extremes(tutorial::Program& program, const tutorial::Case&, const std::string&,
                          const tutorial::DeviceBuffer<T>&,
                          const std::function<tutorial::Verdict(T, std::int64_t)>&) {
  program.left_out("cub::DeviceReduce", "device code of libraries is not simulated");
}
#else
/// @param operation "minimum", "maximum" or "argmin"; others have no row
/// @param check     takes the value, and for "argmin" its index
template <typename T>
void measure_cub_extremes(tutorial::Program& program, tutorial::Case row, const std::string& operation,
                          const tutorial::DeviceBuffer<T>& in,
                          const std::function<tutorial::Verdict(T, std::int64_t)>& check) {
  const auto n = static_cast<std::int64_t>(in.size());
  tutorial::DeviceBuffer<T> value(1);
  tutorial::DeviceBuffer<std::int64_t> index(1);
  // A call without scratch memory only returns how much it needs.
  std::size_t bytes = 0;
  const auto run = [&](void* scratch) {
    if (operation == "argmin") {
      CUDA_CHECK(cub::DeviceReduce::ArgMin(scratch, bytes, in.data(), value.data(), index.data(), n));
    } else if (operation == "minimum") {
      CUDA_CHECK(cub::DeviceReduce::Min(scratch, bytes, in.data(), value.data(), n));
    } else {
      CUDA_CHECK(cub::DeviceReduce::Max(scratch, bytes, in.data(), value.data(), n));
    }
  };
  run(nullptr);
  tutorial::DeviceBuffer<char> scratch(bytes);
  row.variant = operation == "argmin"    ? "cub::DeviceReduce::ArgMin"
                : operation == "minimum" ? "cub::DeviceReduce::Min"
                                         : "cub::DeviceReduce::Max";
  row.peer = true;
  program.measure(
      row, [&] { run(scratch.data()); }, [&] { return check(value.to_host()[0], index.to_host()[0]); });
}
#endif

}  // namespace ch06
