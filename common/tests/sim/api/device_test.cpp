#include <cuda.h>
#include <cuda_profiler_api.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "tests/sim/api/fresh_device.hpp"

TEST_CASE_FIXTURE(FreshDevice, "there is one device, of capability 9.0") {
  int count = 0, device = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(std::string(properties.name) == "CPU simulator");
  CHECK(properties.major == 9);
  CHECK(properties.minor == 0);
  CHECK(properties.warpSize == 32);
  CHECK(properties.maxThreadsPerBlock == 1024);
  CHECK(properties.maxThreadsDim[2] == 64);
  CHECK(properties.maxGridSize[0] == 2147483647);
  CHECK(properties.sharedMemPerBlock == 48 * 1024);
  CHECK(properties.sharedMemPerBlockOptin == 227 * 1024);
  CHECK(cudaGetDeviceProperties(&properties, 1) == cudaErrorInvalidDevice);
}

TEST_CASE_FIXTURE(FreshDevice, "a second device has no memory") {
  setenv("CUDASIM_DEVICES", "2", 1);
  int count = 0, device = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 2);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 1);
  const auto launch = [] {
    const auto kernel = [](int) {};
    cudasim::launch(cudasim::kernel_value("kernel", kernel), cudasim::LaunchConfig(1, 1))(0);
    return cudaGetLastError();
  };
  CHECK(launch() == cudaErrorIllegalAddress);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(launch() == cudaSuccess);
  unsetenv("CUDASIM_DEVICES");
}

TEST_CASE_FIXTURE(FreshDevice, "the driver's questions about the device have the runtime's answers") {
  int count = 0, version = 0;
  CUdevice device = -1;
  std::size_t free = 0, total = 0, free_of_driver = 0, total_of_driver = 0;
  CHECK(cuInit(0) == CUDA_SUCCESS);
  CHECK(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuDeviceGetCount(&count) == CUDA_SUCCESS);
  CHECK(count == 1);
  CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  CHECK(device == 0);
  CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuDriverGetVersion(&version) == CUDA_SUCCESS);
  CHECK(version == CUDA_VERSION);
  CHECK(cuMemGetInfo(&free_of_driver, &total_of_driver) == CUDA_SUCCESS);
  CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK((free == free_of_driver && total == total_of_driver));
}

TEST_CASE_FIXTURE(FreshDevice, "what CUDA 13 has left out is still there for older programs") {
  cudaDeviceProp properties;
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(properties.clockRate > 0);
  CHECK(properties.memoryClockRate > 0);
  CHECK(properties.deviceOverlap == 1);
  CHECK(properties.computeMode == cudaComputeModeDefault);
  CHECK(cudaThreadSynchronize() == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "attributes agree with the properties") {
  cudaDeviceProp properties;
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  const auto attribute = [](cudaDeviceAttr which) {
    int value = -1;
    REQUIRE(cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess);
    return value;
  };
  CHECK(attribute(cudaDevAttrMultiProcessorCount) == properties.multiProcessorCount);
  CHECK(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == 227 * 1024);
  CHECK(attribute(cudaDevAttrComputeCapabilityMajor) == 9);
  CHECK(attribute(cudaDevAttrClockRate) > 0);
  CHECK(attribute(cudaDevAttrCooperativeLaunch) == 1);
  CHECK(attribute(cudaDevAttrClusterLaunch) == 1);
  CHECK(cudaDevAttrMaxBlocksPerMultiprocessor == 106);
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(4711), 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 2) == cudaErrorInvalidDevice);
}

TEST_CASE_FIXTURE(FreshDevice, "versions are those of CUDA 13.0") {
  int driver = 0, runtime = 0;
  CHECK(cudaDriverGetVersion(&driver) == cudaSuccess);
  CHECK(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  CHECK(driver == 13000);
  CHECK(runtime == CUDART_VERSION);
  CHECK(CUDA_VERSION == 13000);
}

TEST_CASE_FIXTURE(FreshDevice, "limits and configurations are kept until a reset") {
  std::size_t value = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK(value == 1 << 24);
  CHECK(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1) == cudaErrorUnsupportedLimit);
  cudaFuncCache cache;
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared) == cudaSuccess);
  CHECK(cudaDeviceGetCacheConfig(&cache) == cudaSuccess);
  CHECK(cache == cudaFuncCachePreferShared);
  cudaSharedMemConfig banks;
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
  CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  CHECK(banks == cudaSharedMemBankSizeFourByte);
  unsigned int flags = 0;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
  CHECK(cudaSetDeviceFlags(0x1000) == cudaErrorInvalidValue);
  cudaDeviceReset();
  CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK(value == 8 << 20);
}

TEST_CASE_FIXTURE(FreshDevice, "there are no peers, and the profiler's calls do nothing") {
  int can = 1;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess);
  CHECK(can == 0);
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
  CHECK(cudaProfilerStart() == cudaSuccess);
  CHECK(cudaProfilerStop() == cudaSuccess);
  char id[32];
  int device = -1;
  CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 0) == cudaSuccess);
  CHECK(cudaDeviceGetByPCIBusId(&device, id) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaDeviceGetPCIBusId(id, 3, 0) == cudaErrorInvalidValue);
}
