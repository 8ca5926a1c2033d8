// The properties of the simulated device: the limits of compute capability 9.0, but few SMs (streaming multiprocessors), so
// that programs that size their grid by the device keep it small; CUDASIM_MULTIPROCESSORS sets the number of a
// certain GPU. Rates that a simulator does not have are nominal.
#include "cudasim/properties.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/state.hpp"

using cudasim::can_tell;
using cudasim::check_device;
using cudasim::guarded;

namespace {

constexpr char bus_id[] = "0000:00:00.0";

constexpr int few_multiprocessors = 16, most_multiprocessors = 1024;

int multiprocessors() {
  const char* wanted = std::getenv("CUDASIM_MULTIPROCESSORS");
  if (wanted == nullptr) return few_multiprocessors;
  char* end = nullptr;
  errno = 0;
  const long count = std::strtol(wanted, &end, 10);
  if (errno == 0 && end != wanted && *end == '\0' && count >= 1 && count <= most_multiprocessors)
    return static_cast<int>(count);
  std::fprintf(stderr,
               "cudasim: CUDASIM_MULTIPROCESSORS=\"%s\" is not a number from 1 to %d; it is ignored\n",
               wanted, most_multiprocessors);
  return few_multiprocessors;
}

cudaDeviceProp make_properties() {
  cudaDeviceProp p{};
  // A submission must not know where it runs.
  std::strcpy(p.name, cudasim::setting("CUDASIM_AS_GPU", 0) != 0 ? "NVIDIA H200" : "CPU simulator");
  std::memcpy(p.uuid.bytes, "cudasim device 0", sizeof p.uuid.bytes);
  p.totalGlobalMem = cudasim::DeviceHeap::instance().total();
  p.major = 9;
  p.multiProcessorCount = multiprocessors();
  p.warpSize = 32;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.sharedMemPerBlock = 48 << 10;
  p.sharedMemPerBlockOptin = 227 << 10;
  p.sharedMemPerMultiprocessor = 228 << 10;
  p.reservedSharedMemPerBlock = 1 << 10;
  p.regsPerBlock = p.regsPerMultiprocessor = 1 << 16;
  p.totalConstMem = 64 << 10;
  p.l2CacheSize = 4 << 20;
  p.memoryBusWidth = 64;
  p.memPitch = 2147483647;
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = p.concurrentManagedAccess = p.directManagedMemAccessFromHost = 1;
  p.hostNativeAtomicSupported = 1;
  p.canUseHostPointerForRegisteredMem = p.hostRegisterSupported = 1;
  p.cooperativeLaunch = 1;
  p.clusterLaunch = 1;
  p.memoryPoolsSupported = 1;
  p.deviceNumaId = p.hostNumaId = -1;
  p.clockRate = p.memoryClockRate = 1000000;  // kHz, nominal: the simulator has no clock
  p.deviceOverlap = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  return p;
}

}  // namespace

std::atomic<bool> cudasim::multiprocessors_were_asked_for{false};

const cudaDeviceProp& cudasim::device_properties() {
  static const cudaDeviceProp properties = make_properties();
  return properties;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return guarded([=] {
    if (!can_tell(properties)) return cudaErrorInvalidValue;
    if (auto error = check_device(device)) return error;
    cudasim::multiprocessors_were_asked_for = true;
    *properties = cudasim::device_properties();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return guarded([=] {
    if (!can_tell(value)) return cudaErrorInvalidValue;
    if (auto error = check_device(device)) return error;
    const cudaDeviceProp& p = cudasim::device_properties();
    if (attribute == cudaDevAttrMultiProcessorCount) cudasim::multiprocessors_were_asked_for = true;
    switch (attribute) {
#define CUDASIM_CASE(name, number, expression) \
  case cudaDevAttr##name:                      \
    *value = static_cast<int>(expression);     \
    return cudaSuccess;
      CUDASIM_ATTRIBUTES(CUDASIM_CASE)
#undef CUDASIM_CASE
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  return guarded([=] {
    if (length < static_cast<int>(sizeof bus_id) || !cudasim::may_write(id, sizeof bus_id))
      return cudaErrorInvalidValue;
    if (auto error = check_device(device)) return error;
    std::snprintf(id, static_cast<std::size_t>(length), "%s", bus_id);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  return guarded([=] {
    if (!can_tell(device) || id == nullptr || std::strcmp(id, bus_id) != 0) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}
