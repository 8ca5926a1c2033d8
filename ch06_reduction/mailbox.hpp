#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>

#include "mapped_memory.hpp"
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
  Message<T>* on_device() { return memory_.device(); }

  /// The value, for a host that knows that the kernel is over.
  T value() const { return memory_.host()->value; }

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
      tutorial::check_cuda(state, "cudaStreamQuery", __FILE__, __LINE__);
      if (there().load(std::memory_order_acquire) == 0) {
        throw std::logic_error("Mailbox::wait: the stream has ended, and no kernel in it delivered a number");
      }
    }
    return memory_.host()->value;
  }

 private:
  static constexpr int looks_between_questions = 1 << 20;  // about a millisecond

  std::atomic_ref<unsigned> there() { return std::atomic_ref<unsigned>(memory_.host()->there); }

  MappedMemory<Message<T>> memory_{1};
};

}  // namespace ch06
