// reduce_mapped: how does a sum get to the host soonest?
// Step     result in host memory
// Before   reduce_block_step leaves the sum in device memory, and the host copies it: cudaMemcpy of four bytes waits for
//          the kernel, starts a transfer, waits for that.
// Change   the result lies in host memory that the device can write (mapped). The last block sends the sum to the
//          host by itself; what is left for the host is to know when. First it asks the driver to wait for the
//          stream. Then it does without the driver and looks, again and again, at a second word, which the last
//          block sets behind the sum:
//
//              device   .. *value = sum     __threadfence_system     there = 1
//              host     clear there, launch, look, look, look, ..               sees 1, reads value
//
//          The fence keeps the two in order for the host as well; __threadfence() promises that to the device
//          alone. The host reads the word with acquire order, for the same reason. A kernel that fails never sets
//          it: Mailbox::wait in mailbox.hpp asks the driver once in a while, or a failed launch would hang us.
//
// Expect   Small sums are launch and wait; the reads of 10 000 elements are next to nothing. Copy: a kernel and a
//          transfer, each with its way through the driver and over the bus. Mapped: the kernel alone, a few
//          microseconds less. Looking instead of waiting: the word is in the host's cache as soon as it is written,
//          while the driver waits for the whole kernel's end to be reported, so a few less again. All three
//          differences are constants: at 100 M elements they are a percent.
//          Looking keeps one CPU core busy; that is its price.
// Predicts - At 1 M, end to end, "mapped, the host waits for the stream, 512 threads" is faster than "in device
//            memory, the host copies the sum, 512 threads" (before measuring).
//          - At 1 M, end to end, "mapped, the host looks, 512 threads" is faster than "mapped, the host waits
//            for the stream, 512 threads" (before measuring).
//          - At 100 M, end to end, "mapped, the host looks, 512 threads" is 1 to 1.02 times as fast as "in
//            device memory, the host copies the sum, 512 threads" (before measuring).
//            Why: The differences are constants, but some 7 to 12 us in all, and the reads take no more than 97
//            to 140. A percent it is at 1000 M.
// Run      ./tutorial run reduce_mapped -- --n 1000000
// See      ./tutorial explain reduce_mapped
// Source   ours; the order of the writes: CUDA C++ Programming Guide, memory fence functions

#include "mailbox.hpp"
#include "reduce.cuh"
#include "sum/further/sizes.hpp"
#include "sum/sum.hpp"
#include "words.cuh"

constexpr int in_flight = 4;  // words

// blockDim.x is a multiple of 32, so that every warp is full. partial: one element a block. *ticket is 0
// before, and after.
template <typename T>
__global__ void reduce_mapped(const T* in, T* partial, unsigned* ticket, ch06::Message<T>* message,
                              std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  __shared__ bool is_last;

  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;

  const ch06::Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t step = std::int64_t{in_flight} * blockDim.x;
  T sum = 0;
  // Not unrolled by the compiler: a step has as many loads in flight as it says.
#pragma unroll 1
  for (std::int64_t begin = blockIdx.x * step; begin < in_words.count; begin += gridDim.x * step) {
    const std::int64_t i = begin + threadIdx.x;
    if (begin + step <= in_words.count) {
      typename ch06::Vector<T>::type word[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) word[k] = in_words.words[i + k * blockDim.x];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) sum += ch06::Vector<T>::sum(word[k]);
    } else {
      for (std::int64_t rest = i; rest < in_words.count; rest += blockDim.x)
        sum += ch06::Vector<T>::sum(in_words.words[rest]);
    }
  }

  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) {
      partial[blockIdx.x] = sum;
      __threadfence();
      const unsigned last = gridDim.x - 1;
      is_last = atomicInc(ticket, last) == last;
      __threadfence();
    }
  }

  // Everyone learns whether this is the last block; the slots of warp_sums are free again.
  __syncthreads();
  if (!is_last) return;  // all threads of the block, or none

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) sum += partial[block];

  sum = ch06::warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = ch06::warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) {
      // [deliver]
      message->value = sum;
      __threadfence_system();  // kept: the host must see the value before the word; no lens watches it
      *static_cast<volatile unsigned*>(&message->there) = 1;
      // [deliver]
    }
  }
}

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = in_flight * sizeof(typename ch06::Vector<T>::type) / sizeof(T);
  const unsigned blocks =
      ch06::filling_blocks(reduce_mapped<T>, program.block(), (n + in_thread - 1) / in_thread);
  ch06::Sum<T> sum(program.seed(), n, data, program.block(), blocks);
  tutorial::DeviceBuffer<unsigned> ticket(std::vector<unsigned>{0});
  tutorial::DeviceBuffer<ch06::Message<T>> in_device_memory(1);
  ch06::Mailbox<T> mailbox;
  const auto launch = [&](ch06::Message<T>* message) {
    reduce_mapped<<<blocks, sum.block_size>>>(sum.begin(), sum.partial.data(), ticket.data(), message, n);
    CUDA_CHECK_LAUNCH();
  };
  T on_host{};
  const auto check = [&] { return sum.check_total(on_host, sum.additions(blocks)); };

  program.measure_end_to_end(
      sum.end_to_end_row("in device memory, the host copies the sum"),
      [&] {
        launch(in_device_memory.data());
        CUDA_CHECK(cudaMemcpy(&on_host, &in_device_memory.data()->value, sizeof(T), cudaMemcpyDeviceToHost));
      },
      check);

  // [change]
  program.measure_end_to_end(
      sum.end_to_end_row("mapped, the host waits for the stream"),
      [&] {
        launch(mailbox.on_device());
        CUDA_CHECK(cudaStreamSynchronize(nullptr));
        on_host = mailbox.value();
      },
      check);

  program.measure_end_to_end(
      sum.end_to_end_row("mapped, the host looks"),
      [&] {
        mailbox.clear();
        launch(mailbox.on_device());
        on_host = mailbox.wait(nullptr);
      },
      check);
  // [change]
  program.note(tutorial::count_text(n) + ": " + sum.result_text(on_host));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  ch06::add_small_walk_options(program, n, data);
  return program.run<float, double, int>(argc, argv, [&](auto zero) {
    for (const std::int64_t size : ch06::sizes_up_to(n)) {
      run_size<decltype(zero)>(program, size, tutorial::data_named(data));
    }
  });
}
