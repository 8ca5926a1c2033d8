#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <cuda/atomic>
#include <stdexcept>

#include "mapped_memory.hpp"
#include "tutorial/cuda_check.hpp"

/// A number that a kernel hands to the host with no copy between them.
namespace ch06 {

/// One word of host memory that holds a number, or nothing. A single store fills it, so there are no two stores that
/// a fence would have to keep in order.
///
/// A number of 4 bytes is the lower half, and the upper half is 1. A double fills the word; nothing is a NaN that no
/// arithmetic makes (its payload is ours).
template <typename T>
struct Message {
  using Word = std::uint64_t;

  static constexpr Word nothing = sizeof(T) == 4 ? 0 : 0xFFF8'6E6F'7468'696EULL;

  Word word;

  /// The word that holds `value`.
  static __host__ __device__ Word packed(T value) {
    if constexpr (sizeof(T) == 4) {
      std::uint32_t bits;
      memcpy(&bits, &value, sizeof bits);
      return Word{1} << 32 | bits;
    } else {
      Word bits;
      memcpy(&bits, &value, sizeof bits);
      return bits;
    }
  }

  /// The number in `word`. @pre word is not `nothing`
  static __host__ __device__ T unpacked(Word word) {
    T value;
    if constexpr (sizeof(T) == 4) {
      const auto bits = static_cast<std::uint32_t>(word);
      memcpy(&value, &bits, sizeof value);
    } else {
      memcpy(&value, &word, sizeof value);
    }
    return value;
  }
};

/// Whether all work in `stream` is done.
/// @throws CudaError for what went wrong in it
inline bool has_ended(cudaStream_t stream) {
  const cudaError_t state = cudaStreamQuery(stream);
  if (state == cudaErrorNotReady) {
    static_cast<void>(
        cudaGetLastError());  // no error, but the check of the next launch would take it for one
    return false;
  }
  tutorial::check_cuda(state, "cudaStreamQuery", __FILE__, __LINE__);
  return true;
}

/// A host that looks at a word asks the driver after this many looks, about a millisecond, whether a kernel failed.
constexpr std::uint64_t looks_between_questions = 1 << 20;

/// Looks at `there` until it is no longer `absent`. A kernel that fails never changes it, so from time to time we ask
/// the driver. False if the stream has ended and `there` is still `absent`.
/// @throws CudaError for what went wrong in `stream`
template <typename Word>
bool wait_while(std::atomic_ref<Word> there, Word absent, cudaStream_t stream) {
  for (std::uint64_t looks = 1; there.load(std::memory_order_acquire) == absent; ++looks) {
    if (looks % looks_between_questions == 0 && has_ended(stream))
      return there.load(std::memory_order_acquire) != absent;
  }
  return true;
}

/// Hands `value` to the host. Relaxed order is enough: the word is the whole message.
// [deliver]
template <typename T>
__device__ void deliver(Message<T>* message, T value) {
  cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system>(message->word)
      .store(Message<T>::packed(value), cuda::memory_order_relaxed);
}
// [deliver]

/// Host memory that is mapped into the device's address space, for one Message.
///
/// clear(), launch a kernel that calls deliver(on_device(), value), wait().
template <typename T>
class Mailbox {
 public:
  Mailbox() { clear(); }

  Message<T>* on_device() { return memory_.device(); }

  /// The value, for a host that knows that the kernel is over.
  T value() const { return Message<T>::unpacked(memory_.host()->word); }

  /// Nothing is there. @pre no kernel that would deliver is in flight
  void clear() { word().store(Message<T>::nothing, std::memory_order_relaxed); }

  /// Looks until the number is there.
  /// @throws CudaError for what went wrong in `stream`
  T wait(cudaStream_t stream) {
    if (!wait_while(word(), Message<T>::nothing, stream))
      throw std::logic_error("Mailbox::wait: the stream has ended, and no kernel in it delivered a number");
    return value();
  }

 private:
  std::atomic_ref<std::uint64_t> word() { return std::atomic_ref<std::uint64_t>(memory_.host()->word); }

  MappedMemory<Message<T>> memory_{1};
};

}  // namespace ch06
