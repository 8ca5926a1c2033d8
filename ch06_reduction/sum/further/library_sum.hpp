#pragma once

#include "captured_graph.hpp"
#include "mailbox.hpp"
#include "sum/sum.hpp"

// The simulator runs CUDA C++, not the libraries' device code.
#ifndef TUTORIAL_SIMULATOR
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>

#include <cub/device/device_reduce.cuh>
#endif

/// The libraries' sums, as a program would call them, in the rows of the table.
namespace ch06 {

#ifdef TUTORIAL_SIMULATOR
template <typename T>
class LibrarySum {
 public:
  explicit LibrarySum(const Sum<T>&) {}
  void measure_kernel(tutorial::Program&) {}
  void measure_end_to_end(tutorial::Program&) {}
  void measure_in_graph(tutorial::Program&) {}
};

/// Says, once for a program, that this build cannot have the rows.
inline void note_missing_libraries(tutorial::Program& program) {
  program.left_out("cub::DeviceReduce::Sum and thrust::reduce",
                   "the simulator does not run libraries' device code");
}
#else
template <typename T>
class LibrarySum {
 public:
  /// CUB's scratch memory is allocated here, once.
  explicit LibrarySum(const Sum<T>& sum) : sum_(sum), bytes_(scratch_bytes(sum)), scratch_(bytes_) {}

  /// CUB, the sum left on the device.
  void measure_kernel(tutorial::Program& program) {
    result_.poison();
    program.measure(
        peer(sum_.row(""), "cub::DeviceReduce::Sum"), [&] { cub_sum(); },
        [&] { return check(result_.to_host()[0]); });
  }

  /// CUB and a copy; Thrust, which allocates scratch memory in each call.
  void measure_end_to_end(tutorial::Program& program) {
    T on_host{};
    program.measure_end_to_end(
        peer(sum_.end_to_end_row(""), "cub::DeviceReduce::Sum, the host copies the sum"),
        [&] {
          cub_sum();
          CUDA_CHECK(cudaMemcpy(&on_host, result_.data(), sizeof(T), cudaMemcpyDeviceToHost));
        },
        [&] { return check(on_host); });
    program.measure_end_to_end(
        peer(sum_.end_to_end_row(""), "thrust::reduce"),
        [&] {
          const thrust::device_ptr<const T> begin(sum_.begin());
          on_host = thrust::reduce(begin, begin + sum_.n);
        },
        [&] { return check(on_host); });
    measure_in_graph(program);
  }

  /// CUB by the means of our fastest sums: captured in a graph, the sum written to mapped memory, a host that looks.
  /// CUB writes the bare number, so "not there yet" is a number that is not the sum.
  void measure_in_graph(tutorial::Program& program) {
    MappedMemory<T> result(1);
    const T absent = static_cast<T>(-1 - sum_.exact_total());
    CapturedGraph captured;
    CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch_.data(), bytes_, sum_.begin(), result.device(), sum_.n,
                                      captured.stream));
    captured.end_capture();
    const std::atomic_ref<T> there(*result.host());
    program.measure_end_to_end(
        peer(sum_.end_to_end_row(""), "cub::DeviceReduce::Sum in a graph, the host looks"),
        [&] {
          there.store(absent, std::memory_order_relaxed);
          CUDA_CHECK(cudaGraphLaunch(captured.executable, captured.stream));
          // A sum that is wrong and equals `absent` ends when the stream does, and fails the check.
          wait_while(there, absent, captured.stream);
        },
        [&] { return check(*result.host()); });
    CUDA_CHECK(cudaStreamSynchronize(captured.stream));
  }

 private:
  static std::size_t scratch_bytes(const Sum<T>& sum) {
    std::size_t bytes = 0;
    T* const nowhere = nullptr;
    CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, sum.begin(), nowhere, sum.n));
    return bytes;
  }

  void cub_sum() {
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch_.data(), bytes_, sum_.begin(), result_.data(), sum_.n));
  }

  static tutorial::Case peer(tutorial::Case row, const std::string& variant) {
    row.variant = variant;
    row.peer = true;
    return row;
  }

  // Their grids are their own: ours times eight leaves room for fewer threads with longer walks.
  tutorial::Verdict check(T got) const { return sum_.check_total(got, 8 * sum_.additions(sum_.blocks)); }

  const Sum<T>& sum_;
  std::size_t bytes_;
  tutorial::DeviceBuffer<char> scratch_;
  tutorial::DeviceBuffer<T> result_{1};
};

inline void note_missing_libraries(tutorial::Program&) {}
#endif

}  // namespace ch06
