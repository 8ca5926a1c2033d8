// Keeps the device busy while the host launches the work that is timed.

#include "tutorial/backend.hpp"
#include "tutorial/cuda_check.hpp"
#include "tutorial/timing.hpp"

namespace tutorial {
namespace {

__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

}  // namespace

void hold_device(double seconds) {
  if (backend() == Backend::simulator) return;  // there, a launch returns after the kernel has ended
  constexpr double cycles_per_second = 2e9;     // approximately; with a slower clock the hold is longer
  spin<<<1, 1>>>(static_cast<long long>(seconds * cycles_per_second));
  CUDA_CHECK_LAUNCH();
}

}  // namespace tutorial
