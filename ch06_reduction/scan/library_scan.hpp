#pragma once

// Slow to compile: for the programs that compare themselves with CUB.

#include "scan/scan.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#endif

namespace scan {

#ifdef TUTORIAL_SIMULATOR

/// The simulator runs CUDA C++, not the device code of libraries.
inline void measure_library_scan(tutorial::Program& program, const Input&, const tutorial::DeviceBuffer<int>&,
                                 tutorial::DeviceBuffer<int>&) {
  program.left_out("cub::DeviceScan", "device code of libraries is not simulated");
}
/// @copydoc measure_library_scan
inline void measure_library_select(tutorial::Program& program, const Input&,
                                   const tutorial::DeviceBuffer<int>&, tutorial::DeviceBuffer<int>&,
                                   tutorial::DeviceBuffer<std::int64_t>&) {
  program.left_out("cub::DeviceSelect", "device code of libraries is not simulated");
}

#else

/// Measures run(scratch, bytes), which with a null pointer only stores how many bytes it needs. The memory is kept.
template <typename Run>
void measure_library(tutorial::Program& program, tutorial::Case row, Run run,
                     const std::function<tutorial::Verdict()>& check) {
  std::size_t bytes = 0;
  CUDA_CHECK(run(nullptr, bytes));
  tutorial::DeviceBuffer<char> d_scratch(bytes);
  row.peer = true;
  program.measure(
      row, [&] { CUDA_CHECK(run(d_scratch.data(), bytes)); }, check);
}

/// The same scan by CUB.
inline void measure_library_scan(tutorial::Program& program, const Input& in,
                                 const tutorial::DeviceBuffer<int>& d_in,
                                 tutorial::DeviceBuffer<int>& d_out) {
  d_out.poison();
  measure_library(
      program, in.sums_row("cub::DeviceScan::ExclusiveSum"),
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, d_in.data(), d_out.data(), in.n);
      },
      [&] { return in.check_sums(d_out.to_host()); });
}

/// Which elements a compaction keeps.
struct IsPositive {
  __host__ __device__ bool operator()(int value) const { return value > 0; }
};

/// The same compaction by CUB.
inline void measure_library_select(tutorial::Program& program, const Input& in,
                                   const tutorial::DeviceBuffer<int>& d_in,
                                   tutorial::DeviceBuffer<int>& d_out,
                                   tutorial::DeviceBuffer<std::int64_t>& d_count) {
  d_out.poison();
  d_count.poison();
  measure_library(
      program, in.positive_row("cub::DeviceSelect::If"),
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, d_in.data(), d_out.data(), d_count.data(), in.n,
                                     IsPositive{});
      },
      [&] { return in.check_positive(d_out.to_host(), d_count.to_host()[0]); });
}

#endif

}  // namespace scan
