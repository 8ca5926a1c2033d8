#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cuda/atomic>
#include <vector>

#include "mailbox.hpp"
#include "reduce.cuh"

/// How the sums of blocks become the sum of a grid without tickets.
namespace ch06 {

/// A launch's sum, in thread 0 of its last block; `sum` is a block's, in its thread 0. The other blocks put theirs into a
/// slot each, and the last block looks until all are there (reduce_collected explains it). The slots are empty before,
/// and after. It has two barriers; `warp_sums` is that of the block_sum before.
template <typename T>
__device__ T collect(T sum, Message<T>* slot, T (&warp_sums)[tutorial::warp_size]) {
  using SlotWord = cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>;
  const unsigned last = gridDim.x - 1;
  if (blockIdx.x != last) {
    if (threadIdx.x == 0)
      SlotWord(slot[blockIdx.x].word).store(Message<T>::packed(sum), cuda::memory_order_relaxed);
    return sum;
  }
  if (threadIdx.x != 0) sum = 0;
  for (unsigned block = threadIdx.x; block < last; block += blockDim.x) {
    const SlotWord there(slot[block].word);
    std::uint64_t word;
    do word = there.load(cuda::memory_order_relaxed);
    while (word == Message<T>::nothing);
    there.store(Message<T>::nothing, cuda::memory_order_relaxed);
    sum += Message<T>::unpacked(word);
  }
  __syncthreads();
  return block_sum(sum, warp_sums);
}

/// The slots of `blocks` blocks, empty.
template <typename T>
std::vector<Message<T>> empty_slots(unsigned blocks) {
  Message<T> empty;
  empty.word = Message<T>::nothing;
  return std::vector<Message<T>>(blocks, empty);
}

}  // namespace ch06
