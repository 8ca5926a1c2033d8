#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>

#include "tutorial/cuda_check.hpp"

/// A number that a kernel hands to the host with no copy between them.
namespace ch06 {

/// What lies in host memory: the number, and whether it is there.
template <typename T>
struct Message {
  T value;
  unsigned there;
};

/// Host memory that is mapped into the device's address space, for one Message.
///
/// clear(), launch a kernel that writes into on_device(), value first, wait().
template <typename T>
class Mailbox {
 public:
  Mailbox() {
    CUDA_CHECK(cudaHostAlloc(&host_, sizeof(Message<T>), cudaHostAllocMapped));
    CUDA_CHECK(cudaHostGetDevicePointer(&device_, host_, 0));
  }
  ~Mailbox() { static_cast<void>(cudaFreeHost(host_)); }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  Message<T>* on_device() { return device_; }

  /// The value, for a host that knows that the kernel is over.
  T value() const { return host_->value; }

  /// Nothing is there. @pre no kernel that would deliver is under way
  void clear() { there().store(0, std::memory_order_relaxed); }

  /// Looks until the number is there. A kernel that fails never sends one, so from time to time we ask the driver.
  /// @throws CudaError for what went wrong in `stream`
  T wait(cudaStream_t stream) {
    for (std::uint64_t looks = 1; there().load(std::memory_order_acquire) == 0; ++looks) {
      if (looks % looks_between_questions != 0) continue;
      const cudaError_t state = cudaStreamQuery(stream);
      if (state == cudaErrorNotReady) {
        static_cast<void>(
            cudaGetLastError());  // no error, but the check of the next launch would take it for one
        continue;
      }
      CUDA_CHECK(state);
      if (there().load(std::memory_order_acquire) == 0) {
        throw std::logic_error("Mailbox::wait: the stream has ended, and no kernel in it delivered a number");
      }
    }
    return host_->value;
  }

 private:
  static constexpr int looks_between_questions = 1 << 20;  // about a millisecond

  std::atomic_ref<unsigned> there() { return std::atomic_ref<unsigned>(host_->there); }

  Message<T>* host_ = nullptr;
  Message<T>* device_ = nullptr;
};

}  // namespace ch06
