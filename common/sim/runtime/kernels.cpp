// Finds kernels by address, for launches through untyped pointers.
#include <mutex>
#include <unordered_map>

#include "cudasim/launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/state.hpp"

namespace cudasim {
namespace {

struct Known {
  std::mutex mutex;
  std::unordered_map<const void*, detail::UntypedLaunch> launches;
};

Known& known() {
  static auto* made = new Known;
  return *made;
}

}  // namespace

void detail::remember_kernel(const void* kernel, UntypedLaunch launch) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  known().launches[kernel] = launch;
}

cudaError_t launch_function(const void* kernel, void** arguments, const LaunchConfig& config) {
  detail::UntypedLaunch launch = nullptr;
  {
    const std::lock_guard<std::mutex> lock(known().mutex);
    const auto found = known().launches.find(kernel);
    if (found != known().launches.end()) launch = found->second;
  }
  if (launch == nullptr) {
    report(
        "a kernel is launched through a pointer without its type, and its parameters are not known:\n"
        "  pass the kernel itself, not a void pointer to it");
    return record_error(cudaErrorInvalidDeviceFunction);
  }
  return launch(kernel, arguments, config);
}

}  // namespace cudasim
