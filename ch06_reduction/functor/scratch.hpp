#pragma once

#include <cstddef>

#include "tutorial/tutorial.hpp"

namespace ch06 {

/// Device memory of one call. Not a DeviceBuffer: to poison it would be part of what is timed.
template <typename T>
class Scratch {
 public:
  explicit Scratch(std::size_t count) { CUDA_CHECK(cudaMalloc(&data_, count * sizeof(T))); }
  ~Scratch() { static_cast<void>(cudaFree(data_)); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

}  // namespace ch06
