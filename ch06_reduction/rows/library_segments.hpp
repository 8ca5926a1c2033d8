#pragma once

// Slow to compile: for the program that compares itself with CUB.

#include "rows/rows.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_segmented_reduce.cuh>
#endif

namespace rows {

#ifdef TUTORIAL_SIMULATOR

/// The simulator runs CUDA C++, not the device code of libraries.
inline void measure_segments(tutorial::Program& program, const Input&, const tutorial::DeviceBuffer<float>&,
                             tutorial::DeviceBuffer<float>&) {
  program.left_out("cub::DeviceSegmentedReduce", "device code of libraries is not simulated");
}

#else

/// Where a row begins: computed, so that CUB need not read it.
struct RowBegin {
  std::int64_t columns;
  __host__ __device__ std::int64_t operator()(std::int64_t row) const { return row * columns; }
};

/// The sums of the rows by CUB, each a segment, with scratch memory that is kept.
inline void measure_segments(tutorial::Program& program, const Input& in,
                             const tutorial::DeviceBuffer<float>& d_in,
                             tutorial::DeviceBuffer<float>& d_sums) {
  const auto begin =
      thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), RowBegin{in.columns});
  // A call without scratch memory only returns how much it needs.
  const auto run = [&](void* scratch, std::size_t bytes) {
    CUDA_CHECK(cub::DeviceSegmentedReduce::Sum(scratch, bytes, d_in.data(), d_sums.data(), in.rows, begin,
                                               begin + 1));
    return bytes;
  };
  tutorial::DeviceBuffer<char> d_scratch(run(nullptr, 0));
  d_sums.poison();
  tutorial::Case row = in.sums_row("cub::DeviceSegmentedReduce");
  row.peer = true;
  program.measure(
      row, [&] { run(d_scratch.data(), d_scratch.size()); }, [&] { return in.check_sums(d_sums.to_host()); });
}

#endif

}  // namespace rows
