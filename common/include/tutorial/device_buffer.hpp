#pragma once

/// @file
/// Device memory that is freed with the object that owns it.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutorial/cuda_check.hpp"
#include "tutorial/poison.hpp"

namespace tutorial {

/// cudaMalloc. If it fails, the error says how much was requested and how much is free.
/// @throws CudaError
void* allocate_device(std::size_t count, std::size_t element_bytes);

/// Sets each byte of device memory. The lens still treats the memory as uninitialized: a kernel that reads an element
/// that nothing else has written is reported.
/// @throws CudaError
void poison_device(void* memory, std::size_t bytes, int byte);

/// `count` elements of device memory, freed with the object. No constructor of T runs; `count` may be 0.
///
/// A new buffer is poisoned, so that an element no kernel writes cannot pass for a result.
template <typename T>
class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds plain bytes");

 public:
  /// `count` elements, poisoned. @throws CudaError
  explicit DeviceBuffer(std::size_t count)
      : DeviceBuffer(static_cast<T*>(allocate_device(count, sizeof(T))), count) {
    poison();
  }

  /// A copy of host data.
  explicit DeviceBuffer(std::span<const T> host) : DeviceBuffer(host.size()) { copy_from(host); }
  /// A copy of host data.
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(std::span<const T>(host)) {}

  /// Takes over the memory; `other` is empty afterwards.
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  /// Exchanges the memory with `other`.
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  /// A destructor cannot throw: Program::run reports an error that shows up here first.
  ~DeviceBuffer() { static_cast<void>(cudaFree(data_)); }

  /// The device's address of the first element, to pass to kernels.
  T* data() { return data_; }
  /// The same for kernels that only read.
  const T* data() const { return data_; }
  /// Number of elements.
  std::size_t size() const { return count_; }
  /// Size of all elements in bytes.
  std::size_t bytes() const { return count_ * sizeof(T); }

  /// Fills the buffer with a value that no correct result has: poison_byte, in every byte.
  void poison() { poison_device(data_, bytes(), poison_byte<T>); }

  /// Copies all elements from the host. @pre host.size() == size()
  void copy_from(std::span<const T> host) {
    if (host.size() != count_) throw std::invalid_argument("DeviceBuffer::copy_from: sizes differ");
    if (count_ != 0) CUDA_CHECK(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice));
  }

  /// All elements, copied to the host. Waits for the kernels launched earlier.
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    if (count_ != 0) CUDA_CHECK(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  /// Other constructors delegate to this one, so that the destructor frees the memory even if poisoning it fails.
  DeviceBuffer(T* data, std::size_t count) : data_(data), count_(count) {}

  T* data_;
  std::size_t count_;
};

}  // namespace tutorial
