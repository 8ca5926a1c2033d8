// Choosing, configuring and resetting the device.
#include <array>
#include <atomic>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/settings.hpp"

using cudasim::always_answered;
using cudasim::check_device;
using cudasim::guarded;
using cudasim::tell;

namespace {

std::atomic<unsigned int> device_flags{cudaDeviceMapHost};
std::atomic<cudaFuncCache> cache_config{cudaFuncCachePreferNone};
constexpr std::array<std::size_t, 7> default_limits = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
std::array<std::size_t, 7> limits = default_limits;
std::atomic<int> chosen_device{0};

bool known(cudaLimit limit) {
  return limit >= cudaLimitStackSize && static_cast<std::size_t>(limit) < limits.size();
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return always_answered([=] { return tell(count, cudasim::device_count()); });
}

cudaError_t cudaGetDevice(int* device) {
  return guarded([=] { return tell(device, cudasim::current_device()); });
}

cudaError_t cudaSetDevice(int device) {
  return guarded([=] {
    if (const cudaError_t error = check_device(device)) return error;
    chosen_device = device;
    return cudaSuccess;
  });
}

int cudasim::device_count() { return static_cast<int>(cudasim::setting("CUDASIM_DEVICES", 1)); }

int cudasim::current_device() { return chosen_device; }

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) { return cudaSetDevice(device); }

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return guarded([=] {
    for (int i = 0; devices != nullptr && i < count; ++i)
      if (auto error = check_device(devices[i])) return error;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return guarded([] {
    if (const cudaError_t error = cudasim::forbidden_to_wait_for_all()) return error;
    const cudaError_t error = cudasim::finish_launch();
    if (cudasim::observer != nullptr) cudasim::observer->host_waits();
    return error;
  });
}

cudaError_t cudaDeviceReset() {
  if (const cudaError_t wanted = cudasim::enter_call(__func__)) return cudasim::record_error(wanted);
  cudasim::finish_launch();
  cudasim::forget_errors();
  cudasim::DeviceHeap& heap = cudasim::DeviceHeap::instance();
  if (cudasim::observer != nullptr) {
    cudasim::observer->host_waits();
    for (const cudasim::Allocation& each : heap.allocations()) cudasim::observer->freed(each, nullptr);
  }
  heap.release_all();
  cudasim::release_pinned();
  cudasim::forget_kernel_heap();
  cudasim::forget_arrays();
  cudasim::forget_textures();
  cudasim::forget_captures();
  cudasim::forget_graphs();
  cudasim::forget_streams();
  cudasim::forget_events();
  cudasim::forget_symbols();
  cudasim::forget_function_attributes();
  limits = default_limits;
  cache_config = cudaFuncCachePreferNone;
  device_flags = cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return guarded([=] {
    if ((flags & ~static_cast<unsigned int>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
    device_flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return guarded([=] { return tell(flags, device_flags.load()); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return guarded([=] {
    if (!known(limit)) return cudaErrorUnsupportedLimit;
    limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return guarded([=] { return known(limit) ? tell(value, limits[limit]) : cudaErrorUnsupportedLimit; });
}

std::size_t cudasim::malloc_heap_size() { return limits[cudaLimitMallocHeapSize]; }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return guarded([=] {
    cache_config = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return guarded([=] { return tell(config, cache_config.load()); });
}

// Banks are 4 bytes wide and have been since Maxwell: a request for another width is accepted and has no
// effect.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return guarded([] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return guarded([=] { return tell(config, cudaSharedMemBankSizeFourByte); });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return always_answered([=] { return tell(version, CUDART_VERSION); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return always_answered([=] { return tell(version, CUDART_VERSION); });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return guarded([=] {
    if (auto error = check_device(device)) return error;
    if (auto error = check_device(peer)) return error;
    return tell(can, 0);  // a device is not its own peer
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
  return guarded([] { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return guarded([] { return cudaErrorPeerAccessNotEnabled; });
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  return guarded([] { return cudaErrorInvalidDevice; });
}

cudaError_t cudaProfilerStart() {
  return guarded([] { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return guarded([] { return cudaSuccess; });
}
