#pragma once

/// @file
/// Reproducible data, the same on the host and on the device.

#include <cuda_runtime.h>

#include <cstdint>

namespace tutorial {

/// Random numbers by counter: value i depends on the seed and i alone, so that any thread, on the CPU or the
/// GPU, can make any element, in any order, and get the same data. SplitMix64's output function (Steele, Lea,
/// Flood 2014).
class Random {
 public:
  /// Different seeds give different data.
  explicit __host__ __device__ Random(std::uint64_t seed) : seed_(seed * 0x9E3779B97F4A7C15u) {}

  /// 64 random bits.
  __host__ __device__ std::uint64_t bits(std::uint64_t i) const {
    std::uint64_t z = seed_ + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1), a multiple of 2^-24: exact in float and in double.
  __host__ __device__ float uniform(std::uint64_t i) const {
    return static_cast<float>(bits(i) >> 40) * 0x1p-24f;
  }

  /// Uniform integer in [0, bound), bound > 0. The bias, below bound / 2^32, does not matter here.
  __host__ __device__ std::uint32_t below(std::uint32_t bound, std::uint64_t i) const {
    return static_cast<std::uint32_t>(((bits(i) >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t seed_;
};

}  // namespace tutorial
