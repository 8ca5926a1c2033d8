// Tests of what needs a device to run on. They belong to the simulator's build, which always has one.

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/common/captured.hpp"
#include "tutorial/tutorial.hpp"

using tutorial::CudaError;
using tutorial::DeviceBuffer;

__global__ void add_one(int* data, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) data[i] += 1;
}

TEST_CASE("a new buffer is poisoned, with NaN for floating point and with bytes for the rest") {
  for (const float value : DeviceBuffer<float>(5).to_host()) CHECK(std::isnan(value));
  for (const double value : DeviceBuffer<double>(5).to_host()) CHECK(std::isnan(value));
  for (const unsigned value : DeviceBuffer<unsigned>(5).to_host()) CHECK(value == 0xA5A5A5A5u);
  for (const float4& value : DeviceBuffer<float4>(5).to_host()) CHECK(value.w > 3e38f);
}

TEST_CASE("a copy to the device and back returns the same data, and poison() overwrites them") {
  const std::vector<int> data = {1, -2, 3};
  DeviceBuffer<int> buffer(data);
  CHECK(buffer.size() == 3);
  CHECK(buffer.bytes() == 12);
  CHECK(buffer.to_host() == data);
  buffer.poison();
  CHECK(buffer.to_host() != data);
}

TEST_CASE("an empty buffer supports all operations") {
  DeviceBuffer<float> buffer(0);
  buffer.poison();
  buffer.copy_from({});
  CHECK(buffer.to_host().empty());
}

TEST_CASE("a moved buffer keeps its memory, and leaves none to free twice") {
  DeviceBuffer<int> first(std::vector<int>{7});
  DeviceBuffer<int> second(std::move(first));
  CHECK(second.to_host() == std::vector<int>{7});
  CHECK(first.data() == nullptr);
  DeviceBuffer<int> third(0);
  third = std::move(second);
  CHECK(third.to_host() == std::vector<int>{7});
}

TEST_CASE("copying from a host array of another size is refused") {
  DeviceBuffer<int> buffer(3);
  CHECK_THROWS_AS(buffer.copy_from(std::vector<int>{1, 2}), std::invalid_argument);
}

TEST_CASE("too little memory says what was needed and what is free, and leaves no error behind") {
  CHECK_THROWS_WITH_AS(
      DeviceBuffer<double>(std::size_t{1} << 40),
      doctest::Contains("needed 8796093022208 bytes (8.8 TB) for 1099511627776 elements of 8 bytes, free "),
      CudaError);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK_THROWS_WITH_AS(tutorial::allocate_device(std::numeric_limits<std::size_t>::max() / 2, 8),
                       doctest::Contains("more bytes than 64 bits can count"), CudaError);
}

TEST_CASE("an invalid launch is reported at its check, once") {
  DeviceBuffer<int> data(std::vector<int>(4, 0));
  add_one<<<1, 2048>>>(data.data(), 4);
  CHECK_THROWS_WITH_AS(CUDA_CHECK_LAUNCH(), doctest::Contains("A block has 1 to 1024 threads"), CudaError);
  CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
  CHECK(data.to_host() == std::vector<int>(4, 0));
}

TEST_CASE("an event timer gives seconds that do not run backwards") {
  tutorial::EventTimer timer;
  timer.start();
  const double seconds = timer.stop();
  CHECK(seconds >= 0);
  CHECK(seconds < 10);
}

TEST_CASE("time_on_device restores, empties the cache and runs the requested number of times") {
  DeviceBuffer<int> data(std::vector<int>{0});
  int restored = 0;
  const tutorial::TimingPolicy policy{
      .warm_up_runs = 2, .min_runs = 3, .max_runs = 3, .max_seconds = 1e9, .cold_cache = true};
  const auto timing = tutorial::time_on_device(
      policy, [&] { add_one<<<1, 1>>>(data.data(), 1); }, [&] { ++restored; });
  CHECK(timing.runs == 3);
  CHECK(restored == 5);
  CHECK(data.to_host() == std::vector<int>{5});
}

TEST_CASE("holding the simulator's device takes no time: its launches are over when they return") {
  const auto start = std::chrono::steady_clock::now();
  tutorial::hold_device(3600);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("only a cold cache needs memory of its own to be emptied with") {
  const auto free_bytes_while_timed = [](bool cold) {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    tutorial::TimingPolicy policy{.warm_up_runs = 0, .min_runs = 1, .max_runs = 1};
    policy.cold_cache = cold;
    tutorial::time_on_device(policy, [&] { CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes)); });
    return free_bytes;
  };
  CHECK(free_bytes_while_timed(true) < free_bytes_while_timed(false));
}

TEST_CASE("on the simulator a program runs its work exactly once, restored before, and shows no times") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  tutorial::Program program;
  int restored = 0;
  std::string name = "once", json = "--json", file = "-", repeats = "--repeats", number = "9";
  char* argv[] = {name.data(), json.data(), file.data(), repeats.data(), number.data()};
  const Captured captured = capture([&] {
    return program.run(5, argv, [&] {
      DeviceBuffer<int> data(std::vector<int>(3, 0));
      program.measure(
          {.variant = "add", .size = "3", .work = 24, .ceiling = tutorial::Ceiling::copy},
          [&] { add_one<<<1, 32>>>(data.data(), 3); },
          [&] { return tutorial::verify(data.to_host(), [](std::int64_t) { return 1; }); },
          [&] { ++restored; });
    });
  });
  CHECK(captured.err == "");
  CHECK(captured.exit_code == 0);
  CHECK(restored == 1);
  const auto row = nlohmann::json::parse(captured.out)[0];
  CHECK(row["backend"] == "sim");
  CHECK(row["device"] == "CPU simulator");
  CHECK(row["median_s"].is_null());
  CHECK(row["throughput"].is_null());
  CHECK(row["ceiling_fraction"].is_null());
  CHECK(row["verified"] == true);
}

TEST_CASE("the simulator has no ceilings to measure") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  CHECK_THROWS_AS(tutorial::measured_ceiling(tutorial::Ceiling::copy), std::logic_error);
  CHECK(std::string(tutorial::ceiling_name(tutorial::Ceiling::fma)) == "fma");
}

__global__ void with_shared_memory(float* out) {
  extern __shared__ float shared[];
  shared[threadIdx.x] = 1;
  out[threadIdx.x] = shared[threadIdx.x];
}

TEST_CASE("resident_blocks counts all SMs, as limited by threads and shared memory") {
  const int on_one = tutorial::resident_blocks_per_multiprocessor(add_one, 1024);
  CHECK(on_one == tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 1024);
  CHECK(tutorial::resident_blocks(add_one, 1024) ==
        static_cast<unsigned>(on_one * tutorial::device_attribute(cudaDevAttrMultiProcessorCount)));
  const int without = tutorial::resident_blocks_per_multiprocessor(with_shared_memory, 32);
  const int with = tutorial::resident_blocks_per_multiprocessor(with_shared_memory, 32, 40'000);
  CHECK(with >= 1);
  CHECK(with < without);
}
