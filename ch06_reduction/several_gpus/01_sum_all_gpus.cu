// sum_all_gpus: do two GPUs add up a vector twice as fast as one?
//
// Before   function_reduce folds a vector on one device, and reads it at the bandwidth of that device's memory. So more
//          speed needs more memories.
// Change   Each of d devices holds one d-th of the vector and reduces it with the same kernel. A second launch, of one
//          block, folds the values of the blocks to one value. Then d values are left on d devices, and NCCL's
//          all-reduce gives every device their sum:
//
//              device 0   n/d values -> 1 \                       / total
//              device 1   n/d values -> 1  > ncclAllReduce, sum  <  total
//              device 2   n/d values -> 1 /                       \ total
//
//          One host thread drives all devices: launches do not wait, so the devices work at the same time. NCCL's calls
//          for several devices must be between ncclGroupStart and ncclGroupEnd. Without the group, the first call
//          would wait for devices for which the thread has not called yet.
//
// Expect   The time of the vector itself is divided by d. The added time does not shrink: one or two launches for each
//          device from one thread, and an all-reduce of one number, which takes some tens of microseconds of latency.
//          So d devices are d times as fast if a device's share takes milliseconds, and slower than one device if the
//          whole vector takes microseconds. For one number per device, the host is an alternative to NCCL: the last row
//          copies the d values to the host, which adds them.
// Run      ./tutorial run sum_all_gpus -- --n 1000000000 --devices 2
// See      https://docs.nvidia.com/deeplearning/nccl: communicators, group calls, collectives
// Source   ours; the kernel is [Farber]'s, as in function_reduce

#include <memory>

#include "functor/functor.hpp"
#include "several_gpus/sum_share.cuh"
#include "tutorial/nccl.hpp"

using tutorial::DeviceBuffer;

// One device's share of the vector, and the stream its work is queued in. Make it with the device current.
template <typename T>
struct Share {
  Share(const tutorial::Elements<T>& values, std::int64_t first, std::int64_t count)
      : n(count), in(static_cast<std::size_t>(count)), partial(ch06::full_blocks()), sum(1), total(1) {
    CUDA_CHECK(cudaStreamCreate(&stream));
    ch06::make_values<<<ch06::full_blocks(), reduce_threads>>>(in.data(), n, first, values);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  Share(const Share&) = delete;
  ~Share() { static_cast<void>(cudaStreamDestroy(stream)); }

  // The sum of the share into `sum`: the blocks' values, then one block folds those.
  void reduce() {
    const auto blocks = static_cast<unsigned>(partial.size());
    sum_share<8><<<blocks, reduce_threads, 0, stream>>>(in.data(), partial.data(), n);
    CUDA_CHECK_LAUNCH();
    sum_share<1><<<1, reduce_threads, 0, stream>>>(partial.data(), sum.data(), std::int64_t{blocks});
    CUDA_CHECK_LAUNCH();
  }

  // Waits for the stream's work.
  T to_host(const DeviceBuffer<T>& value) const {
    T host{};
    CUDA_CHECK(cudaMemcpyAsync(&host, value.data(), sizeof host, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    return host;
  }

  const std::int64_t n;
  DeviceBuffer<T> in;
  DeviceBuffer<T> partial;
  DeviceBuffer<T> sum;    // of this share
  DeviceBuffer<T> total;  // of all shares, from NCCL
  cudaStream_t stream{};
};

// The vector on the devices 0 to d - 1.
template <typename T>
class Vector {
 public:
  Vector(const tutorial::Elements<T>& values, int devices)
      : shares_(static_cast<std::size_t>(devices)), communicators_(devices) {
    const std::int64_t n = values.n;
    on_each([&](int device, auto& share) {
      const std::int64_t first = n / devices * device + std::min<std::int64_t>(device, n % devices);
      share = std::make_unique<Share<T>>(values, first, n / devices + (device < n % devices ? 1 : 0));
    });
  }
  // Memory is given back with its device current.
  ~Vector() {
    on_each([](int, auto& share) { share.reset(); });
    static_cast<void>(cudaSetDevice(0));
  }

  // [sum]
  T sum_by_nccl() {
    on_each([](int, auto& share) { share->reduce(); });
    NCCL_CHECK(ncclGroupStart());
    on_each([&](int device, auto& share) {
      NCCL_CHECK(ncclAllReduce(share->sum.data(), share->total.data(), 1, tutorial::nccl_type<T>, ncclSum,
                               communicators_[device], share->stream));
    });
    NCCL_CHECK(ncclGroupEnd());
    return shares_[0]->to_host(shares_[0]->total);
  }
  // [sum]

  T sum_by_host() {
    on_each([](int, auto& share) { share->reduce(); });
    T total = 0;
    on_each([&](int, auto& share) { total += share->to_host(share->sum); });
    return total;
  }

  // What every device has as the total.
  std::vector<T> totals() {
    std::vector<T> values;
    on_each([&](int, auto& share) { values.push_back(share->to_host(share->total)); });
    return values;
  }

  void poison() {
    on_each([](int, auto& share) {
      share->partial.poison();
      share->sum.poison();
      share->total.poison();
      CUDA_CHECK(cudaDeviceSynchronize());
    });
  }

  std::string text() const {
    const std::size_t devices = shares_.size();
    return std::to_string(devices) + (devices == 1 ? " GPU" : " GPUs");
  }

 private:
  template <typename Body>
  void on_each(Body body) {
    for (int device = 0; device < static_cast<int>(shares_.size()); ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      body(device, shares_[static_cast<std::size_t>(device)]);
    }
  }

  std::vector<std::unique_ptr<Share<T>>> shares_;
  tutorial::NcclCommunicators communicators_;
};

template <typename T>
void run(tutorial::Program& program, std::int64_t n, const std::string& data, int devices) {
  const tutorial::Elements<T> values(ch06::numbers_named<T>(data), program.seed(), n, n);
  const ch06::Exact exact = ch06::exact_shares(values, 1)[0];
  tutorial::Program::require(
      exact.absolute_sum <= std::int64_t{1} << 53,
      "--n: the sum of so many of these values may be inexact; choose fewer or other --data");
  const T want = static_cast<T>(exact.sum) * static_cast<T>(values.grain());

  const auto measure = [&](Vector<T>& vector, const std::string& variant, const auto& sum,
                           const auto& results) {
    T total = -77;
    vector.poison();
    program.measure_end_to_end(
        {.variant = variant,
         .size = tutorial::count_text(n),
         .work = static_cast<double>(n) * sizeof(T),
         .unit = tutorial::Unit::gigabytes_per_second},
        [&] { total = sum(); },
        [&] {
          std::vector<T> found = results();
          found.push_back(total);
          return tutorial::verify(found, [&](std::int64_t) { return want; });
        });
  };

  // 1, 2, 4, ... and all of them.
  for (int count = 1; count <= devices;
       count = count == devices ? devices + 1 : std::min(2 * count, devices)) {
    Vector<T> vector(values, count);
    measure(
        vector, vector.text() + ", NCCL", [&] { return vector.sum_by_nccl(); },
        [&] { return vector.totals(); });
    if (count < devices) continue;
    measure(
        vector, vector.text() + ", the host adds", [&] { return vector.sum_by_host(); },
        [] { return std::vector<T>{}; });
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::int64_t devices;
  std::string data;
  program.size("--n", n, "number of elements",
               {.gpu = 1'000'000'000, .simulator = 1'000'000, .quick = 300'000});
  program.size("--devices", devices, "how many GPUs, from number 0 on; 0: all", tutorial::everywhere(0));
  program.choice("--data", data, "which values; book: random 0 or 1", ch06::numbers_names);
  return program.run<long long, double>(argc, argv, [&](auto zero) {
    int present = 0;
    CUDA_CHECK(cudaGetDeviceCount(&present));
    tutorial::Program::require(devices <= present, "--devices: this machine has " + std::to_string(present));
    run<decltype(zero)>(program, n, data, devices == 0 ? present : static_cast<int>(devices));
  });
}
