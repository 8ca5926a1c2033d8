#pragma once

// Slow to compile: for the program that compares itself with CUB.

#include "histogram/histogram.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <cub/device/device_histogram.cuh>
#endif

namespace histogram {

#ifdef TUTORIAL_SIMULATOR

/// The simulator runs CUDA C++, not the device code of libraries.
template <typename Key>
void measure_library(tutorial::Program& program, const Input&, const tutorial::DeviceBuffer<Key>&,
                     tutorial::DeviceBuffer<unsigned>&) {
  program.left_out("cub::DeviceHistogram", "device code of libraries is not simulated");
}

#else

/// The same histogram by CUB, with scratch memory that is kept. CUB clears the counters itself.
template <typename Key>
void measure_library(tutorial::Program& program, const Input& in, const tutorial::DeviceBuffer<Key>& d_keys,
                     tutorial::DeviceBuffer<unsigned>& d_counts) {
  // A call without scratch memory only returns how much it needs.
  const auto run = [&](void* scratch, std::size_t bytes) {
    CUDA_CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, d_keys.data(), d_counts.data(), bins + 1,
                                                   0, bins, in.n));
    return bytes;
  };
  tutorial::DeviceBuffer<char> d_scratch(run(nullptr, 0));
  d_counts.poison();
  tutorial::Case row = in.row("cub::DeviceHistogram");
  row.peer = true;
  program.measure(
      row, [&] { run(d_scratch.data(), d_scratch.size()); }, [&] { return in.check(d_counts.to_host()); });
}

#endif

}  // namespace histogram
