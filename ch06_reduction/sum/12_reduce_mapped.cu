// reduce_mapped: how does a sum get to the host soonest?
//
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
//          it: Mailbox::wait in mapped.hpp asks the driver once in a while, or a failed launch would hang us.
//
// Expect   Small sums are launch and wait; the reads of 10 000 elements are next to nothing. Copy: a kernel and a
//          transfer, each with its way through the driver and over the bus. Mapped: the kernel alone, a few
//          microseconds less. Looking instead of waiting: the word is in the host's cache as soon as it is written,
//          while the driver waits for the whole kernel's end to be reported, so a few less again. All three
//          differences are constants: at 100 M elements they are a percent.
//          Looking keeps one CPU core busy; that is its price.
// Run      ./tutorial run reduce_mapped -- --n 1000000
// See      ./tutorial explain reduce_mapped
// Source   ours; the order of the writes: CUDA C++ Programming Guide, memory fence functions

#include "sum/mapped_sum.cuh"

template <typename T>
void run_size(tutorial::Program& program, std::int64_t n, ch06::Data data) {
  ch06::MappedSum<T> mapped(program, n, data);
  tutorial::DeviceBuffer<ch06::Message<T>> in_device_memory(1);

  T on_host{};
  program.measure_end_to_end(
      mapped.sum.end_to_end_row("in device memory, the host copies the sum"),
      [&] {
        mapped.launch(in_device_memory.data(), nullptr);
        CUDA_CHECK(cudaMemcpy(&on_host, &in_device_memory.data()->value, sizeof(T), cudaMemcpyDeviceToHost));
      },
      [&] { return mapped.check(on_host); });

  program.measure_end_to_end(
      mapped.sum.end_to_end_row("mapped, the host waits for the stream"),
      [&] {
        mapped.launch(mapped.mailbox.on_device(), nullptr);
        CUDA_CHECK(cudaStreamSynchronize(nullptr));
        on_host = mapped.mailbox.value();
      },
      [&] { return mapped.check(on_host); });

  // [change]
  program.measure_end_to_end(
      mapped.sum.end_to_end_row("mapped, the host looks"),
      [&] {
        mapped.mailbox.clear();
        mapped.launch(mapped.mailbox.on_device(), nullptr);
        on_host = mapped.mailbox.wait(nullptr);
      },
      [&] { return mapped.check(on_host); });
  // [change]
  program.note(tutorial::count_text(n) + ": " + mapped.sum.result_text(on_host));
}

int main(int argc, char** argv) {
  tutorial::Program program("reduce_mapped", "how does a sum get to the host soonest?");
  std::int64_t n;
  std::string data;
  ch06::add_small_walk_options(program, n, data);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double, int>(program.type(), [&](auto zero) {
      for (const std::int64_t size : ch06::sizes_up_to(n)) {
        run_size<decltype(zero)>(program, size, ch06::data_named(data));
      }
    });
  });
}
