#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "tutorial/cuda_check.hpp"
#include "tutorial/l1_bytes.hpp"

/// What programs ask of a device, most of all how large its caches are.
namespace ch06 {

struct Device {
  int multiprocessors;
  std::int64_t l1;  ///< bytes of an SM's L1 cache, including shared memory: the same hardware
  std::int64_t l2;  ///< bytes of the L2 cache
};

/// The current device.
inline Device device() {
  int number = 0;
  cudaDeviceProp properties{};
  CUDA_CHECK(cudaGetDevice(&number));
  CUDA_CHECK(cudaGetDeviceProperties(&properties, number));
  return {.multiprocessors = properties.multiProcessorCount,
          .l1 = tutorial::l1_bytes(properties.major, properties.minor,
                                   static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor)),
          .l2 = properties.l2CacheSize};
}

/// "64 KiB", "60 MiB", "100 B": the largest unit that leaves an integer.
inline std::string bytes_text(std::int64_t bytes) {
  const char* unit = "B";
  for (const char* larger : {"KiB", "MiB", "GiB"}) {
    if (bytes == 0 || bytes % 1024 != 0) break;
    bytes /= 1024;
    unit = larger;
  }
  return std::to_string(bytes) + " " + unit;
}

/// "L1 cache 256 KiB per SM, L2 cache 60 MiB"
inline std::string caches_text(const Device& device) {
  return "L1 cache " + bytes_text(device.l1) + " a multiprocessor, with shared memory; L2 cache " +
         bytes_text(device.l2);
}

}  // namespace ch06
