// What the host takes for a launch is not part of the device's time. A test of its own, since it needs a GPU.

#include <chrono>
#include <cstdio>
#include <thread>

#include "tutorial/tutorial.hpp"

__global__ void add_one(int* data) { *data += 1; }

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return tutorial::exit_no_device;

  constexpr auto host_delay = std::chrono::microseconds(300);
  tutorial::DeviceBuffer<int> data(std::vector<int>{0});
  const tutorial::TimingPolicy policy{.warm_up_runs = 3, .min_runs = 9, .max_runs = 9, .max_seconds = 1e9};
  const tutorial::Timing timing = tutorial::time_on_device(policy, [&] {
    std::this_thread::sleep_for(host_delay);
    add_one<<<1, 1>>>(data.data());
    CUDA_CHECK_LAUNCH();
  });
  const int sum = data.to_host()[0];
  std::printf("median %g s, %d launches\n", timing.median_s, sum);
  const bool right = sum == 12 && timing.median_s < std::chrono::duration<double>(host_delay).count() / 2;
  return right ? tutorial::exit_right : tutorial::exit_wrong;
}
