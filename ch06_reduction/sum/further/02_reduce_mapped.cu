// reduce_mapped: how does a sum get to the host soonest?
// Step     result in host memory
// Before   reduce_block_step leaves the sum in device memory, and the host copies it: cudaMemcpy of four bytes waits for
//          the kernel, starts a transfer, and waits for that.
// Change   The result is in host memory that the device can write (mapped memory). The last block sends the sum to the
//          host itself, and the host only has to find out when it is there. The first variant asks the driver to wait for
//          the stream. The second bypasses the driver: it polls the result until it is there. The result is one word of 8
//          bytes that also contains the flag, so a single store writes both:
//
//              device   ..                            word = (1, sum)
//              host     word = 0, launch, poll, poll, poll, ..   sees it
//
//          With the sum in one word and the flag in another, a __threadfence_system() between the two stores would have to
//          keep them in order for the host, and would wait for the bus to do so. The store has system scope
//          (cuda::atomic_ref): the host must see it while the kernel runs. A kernel that fails never sets the word, so
//          Mailbox::wait in mailbox.hpp asks the driver from time to time; otherwise a failed launch would hang the host.
//
// Expect   For small sums the time is launch and wait; reading 10,000 elements takes almost none of it. Copy: a kernel and
//          a transfer, each through the driver and over the bus. Mapped: only the kernel, a few microseconds less. Polling
//          instead of waiting: the word is in the host's cache as soon as it is written, while the driver waits for the end
//          of the whole kernel to be reported, so it saves a few microseconds more. All three differences are constants: at
//          100 M elements they are about a percent.
//          Polling keeps one CPU core busy; that is its price.
//          - At 1 M, end to end, "mapped, the host waits for the stream, 512 threads" is faster than "in device
//            memory, the host copies the sum, 512 threads" (before measuring).
//          - At 1 M, end to end, "mapped, the host looks, 512 threads" is faster than "mapped, the host waits
//            for the stream, 512 threads" (before measuring).
//          - At 100 M, end to end, "mapped, the host looks, 512 threads" is 1 to 1.02 times as fast as "in
//            device memory, the host copies the sum, 512 threads" (before measuring).
//            Missed: The differences are constants, but 7 to 12 us in all, and the reads take only 97 to 140 us. At
//            1000 M they are about a percent.
// Run      ./tutorial run reduce_mapped -- --n 1000000
// See      ./tutorial explain reduce_mapped
// Source   ours; the order of the writes: CUDA C++ Programming Guide, memory fence functions

#include "mailbox.hpp"
#include "sum/further/sizes.hpp"
#include "sum/further/sum_to_host.cuh"
#include "sum/sum.hpp"

// blockDim.x is a multiple of 32. partial: one element per block. *ticket is 0 before, and after.
template <typename T>
__global__ void reduce_mapped(const T* in, T* partial, unsigned* ticket, ch06::Message<T>* message,
                              std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  T sum = ch06::block_sum(ch06::thread_share(in, n), warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) ch06::deliver(message, sum);
}

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, tutorial::Data data) {
  constexpr std::int64_t in_thread = ch06::elements_in_flight<T>;
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
        ch06::Message<T> copied;
        CUDA_CHECK(cudaMemcpy(&copied, in_device_memory.data(), sizeof copied, cudaMemcpyDeviceToHost));
        on_host = ch06::Message<T>::unpacked(copied.word);
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
