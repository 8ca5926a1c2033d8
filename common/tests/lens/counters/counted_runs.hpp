// What the tests of the counters share.
#pragma once

#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstddef>
#include <memory>

#include "sim/lens/count/results.hpp"

using cudasim::lens::LineResults;
using cudasim::lens::Op;
using cudasim::lens::results_of;
using cudasim::lens::Space;
using cudasim::lens::Sums;

/// Device memory, all bytes 0, large enough for what the tests do with it. A launch copies its arguments.
template <class T>
class Device {
 public:
  Device() {
    T* data = nullptr;
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&data), count * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemset(data, 0, count * sizeof(T)) == cudaSuccess);
    data_ = std::shared_ptr<T>(data, cudaFree);
  }

  operator T*() const { return data_.get(); }
  T at(std::size_t i) const {
    T value;
    REQUIRE(cudaMemcpy(&value, data_.get() + i, sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return value;
  }

 private:
  static constexpr std::size_t count = 1 << 16;
  std::shared_ptr<T> data_;
};

/// What all lines of a kernel together have cost in one space with one kind of operation.
inline Sums sums_of(const char* kernel, Space space, Op op) {
  Sums all;
  for (const LineResults& line : results_of(kernel).lines)
    if (line.space == space && line.op == op) all.add(line.sums);
  return all;
}
inline Sums global_loads(const char* kernel) { return sums_of(kernel, Space::global, Op::load); }
inline Sums global_stores(const char* kernel) { return sums_of(kernel, Space::global, Op::store); }
inline Sums shared_loads(const char* kernel) { return sums_of(kernel, Space::shared, Op::load); }
inline Sums shared_stores(const char* kernel) { return sums_of(kernel, Space::shared, Op::store); }

/// Sectors of each request, if it is the same for all; else none of the numbers that a test expects.
inline double sectors(const Sums& sums) {
  return static_cast<double>(sums.sectors) / static_cast<double>(sums.requests);
}
