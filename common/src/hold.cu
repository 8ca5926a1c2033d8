// Keeps the device busy while the host launches what is to be timed.

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
  if (backend() == Backend::simulator) return;  // its launches are over when they return
  constexpr double cycles_per_second = 2e9;     // about; a slower clock holds longer
  spin<<<1, 1>>>(static_cast<long long>(seconds * cycles_per_second));
  CUDA_CHECK_LAUNCH();
}

}  // namespace tutorial
