// launch_not_waited: who waits for whom: the host for the device, or the threads of a block for each other?
//
// Fault    A launch returns as soon as the kernel is in the queue. Two calls wait, for different things:
//
//              cudaDeviceSynchronize()   the host waits until the device has finished all work it was given
//              __syncthreads()           the threads of one block wait for each other; the host sees nothing
//
//          Three ways to confuse them, or to leave one out:
//          - the clock is read right after the launch: it measures how long the launch call takes, not how long
//            the kernel takes;
//          - the kernel ends with __syncthreads(), and the host reads the result, which the kernel writes directly
//            into host memory, without waiting for the device;
//          - the barrier after the fill is left out, as in missing_barrier, and the host calls
//            cudaDeviceSynchronize() after the launch instead. That is too late for the threads.
// What the language guarantees
//          Launches are asynchronous. The host may read a kernel's results after a call that waits for the
//          kernel: cudaDeviceSynchronize(), cudaStreamSynchronize(), waiting for an event, or
//          cudaMemcpy().
// What the hardware did
//          docs/results/nvidia-h200/pitfalls/launch_not_waited.*.gpu.txt
// What the simulator says
//          docs/results/simulator/pitfalls/launch_not_waited.*.txt: its launches run to their end before they
//          return, so the first two give right results there. Only the third is reported.
// What compute-sanitizer says
//          docs/results/nvidia-h200/pitfalls/launch_not_waited.*.txt: the tools watch only the device.
// Fixed    Events around the launch, and the host waits for the second one; a barrier where threads share data;
//          and the host waits before it reads.
//
// Run      ./tutorial run launch_not_waited -- --n 4000000
// See      ./tutorial explain launch_not_waited
// Source   [Fan] ch. 5 on timing; [SandersKandrot] ch. 5

#include <chrono>
#include <cmath>

#include "mapped_memory.hpp"
#include "pitfalls/pitfalls.hpp"

constexpr int block_size = 256;
// [kernel]
// Ends with a barrier, for which no thread outside the block waits.
template <bool barrier_after_fill>
__global__ void dot(const float* a, const float* b, float* partial, std::int64_t n) {
  __shared__ float cache[block_size];

  const int thread = threadIdx.x;
  float sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    sum += a[i] * b[i];
  }
  cache[thread] = sum;  // (a)
  if constexpr (barrier_after_fill) __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];  // (b)
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
  __syncthreads();  // the host does not wait for this
}
// [kernel]
template <bool barrier_after_fill>
void launch(ch06::IntegerDot& vectors, float* partial) {
  dot<barrier_after_fill>
      <<<vectors.blocks, block_size>>>(vectors.a.data(), vectors.b.data(), partial, vectors.n);
  CUDA_CHECK_LAUNCH();
}

// Host memory that the device writes to as well.
class HostSums {
 public:
  explicit HostSums(std::size_t count) : count_(count), memory_(count) {}

  float* on_device() { return memory_.device(); }
  void clear() { std::fill(memory_.host(), memory_.host() + count_, 0.0f); }
  std::vector<float> now() const {
    const volatile float* sums = memory_.host();  // from memory, whoever wrote there meanwhile
    return {sums, sums + count_};
  }

 private:
  std::size_t count_;
  ch06::MappedMemory<float> memory_;
};

std::string microseconds(double seconds) {
  return tutorial::value_text(std::round(seconds * 1e7) / 10) + " us";
}

void show_clock(tutorial::Trials& trials, ch06::IntegerDot& vectors) {
  double clock_s = 0;
  double kernel_s = 0;
  trials.show(
      "clock_at_launch", vectors.row("host clock round the launch alone"),
      [&] {
        tutorial::EventTimer events;
        events.start();
        const auto start = std::chrono::steady_clock::now();
        launch<true>(vectors, vectors.partial.data());
        clock_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        kernel_s = events.stop();
      },
      [&] {
        // The simulator's launches return when the kernel has ended: there is nothing to see.
        if (tutorial::backend() == tutorial::Backend::cuda && clock_s < kernel_s / 2) {
          return tutorial::Verdict{false, "the clock says " + microseconds(clock_s) + ", the kernel took " +
                                              microseconds(kernel_s)};
        }
        return vectors.check();
      },
      [&] { vectors.partial.poison(); });
}

void show_result(tutorial::Trials& trials, ch06::IntegerDot& vectors) {
  HostSums sums(vectors.blocks);
  std::vector<float> read;
  trials.show(
      "result_too_soon", vectors.row("result read without waiting"),
      [&] {
        launch<true>(vectors, sums.on_device());
        read = sums.now();
      },
      [&] { return vectors.check(read); }, [&] { sums.clear(); });
}

template <bool barrier_after_fill>
void show_barrier(tutorial::Trials& trials, ch06::IntegerDot& vectors, const std::string& name,
                  const std::string& text) {
  trials.show(
      name, vectors.row(text),
      [&] {
        launch<barrier_after_fill>(vectors, vectors.partial.data());
        if constexpr (!barrier_after_fill) CUDA_CHECK(cudaDeviceSynchronize());
      },
      [&] { return vectors.check(); }, [&] { vectors.partial.poison(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "number of elements",
               {.gpu = 4'000'000, .simulator = 33 * 1024, .quick = 33 * 1024});
  tutorial::Trials trials(program, {"clock_at_launch", "result_too_soon", "host_waits_instead"}, {"mended"},
                          {.gpu = 200, .simulator = 1, .quick = 5});
  return trials.run(argc, argv, [&] {
    ch06::IntegerDot vectors(program.seed(), n, block_size);
    show_clock(trials, vectors);
    show_result(trials, vectors);
    show_barrier<false>(trials, vectors, "host_waits_instead", "the host waits instead of the threads");
    show_barrier<true>(trials, vectors, "mended", "fixed: events, barrier, wait before reading");
  });
}
