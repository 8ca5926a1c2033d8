#include <doctest/doctest.h>

#include "sim/runtime/state.hpp"
#include "tests/sim/api/fresh_device.hpp"

namespace {
__global__ void plain(int* out) {
  if (out != nullptr) *out = static_cast<int>(gridDim.x * blockDim.x);
}
__global__ void waits(int* out) {
  cudaGridDependencySynchronize();
  *out = 9;
  cudaTriggerProgrammaticLaunchCompletion();
}
template <class T, int n>
__global__ void templated(T* out) {
  *out = n;
}
template <class T>
__global__ void large_instance(T* last) {
  extern __shared__ unsigned char of_instance[];
  of_instance[100 * 1024 - 1] = 5;
  *last = of_instance[100 * 1024 - 1];
}
__global__ void large_block(unsigned int* last) {
  extern __shared__ unsigned char bytes[];
  bytes[100 * 1024 - 1] = 3;
  *last = bytes[100 * 1024 - 1];
}
}  // namespace

TEST_CASE_FIXTURE(FreshDevice, "a kernel has attributes") {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, plain) == cudaSuccess);
  CHECK(attributes.maxThreadsPerBlock == 1024);
  CHECK(attributes.maxDynamicSharedSizeBytes == 48 * 1024);
  CHECK(attributes.binaryVersion == 90);
  CHECK(cudaFuncGetAttributes(&attributes, templated<float, 3>) == cudaSuccess);
  CHECK(cudaFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)) ==
        cudaErrorInvalidDeviceFunction);
  CHECK(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1) == cudaSuccess);
  CHECK(cudaFuncSetSharedMemConfig(plain, cudaSharedMemBankSizeFourByte) == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "more than 48 KB of dynamic shared memory have to be asked for") {
  unsigned int* last = nullptr;
  REQUIRE(cudaMalloc(&last, sizeof *last) == cudaSuccess);
  large_block<<<1, 1, 100 * 1024>>>(last);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(large_block, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024) ==
        cudaSuccess);
  large_block<<<1, 1, 100 * 1024>>>(last);
  CHECK(cudaGetLastError() == cudaSuccess);
  unsigned int value = 0;
  CHECK(cudaMemcpy(&value, last, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 3);
  CHECK(cudasim::dynamic_shared_limit(nullptr) == 100 * 1024);
  CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024) ==
        cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, -1) ==
        cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared) == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "more than 48 KB are asked for by each instance of a template") {
  unsigned int* last = nullptr;
  REQUIRE(cudaMalloc(&last, sizeof *last) == cudaSuccess);
  const auto allow = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaFuncSetAttribute(large_instance<int>, allow, 100 * 1024) == cudaSuccess);
  large_instance<<<1, 1, 100 * 1024>>>(last);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(large_instance<unsigned int>, allow, 100 * 1024) == cudaSuccess);
  large_instance<<<1, 1, 100 * 1024>>>(last);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE_FIXTURE(FreshDevice, "threads, blocks and shared memory limit what is resident") {
  const auto resident = [](int block, std::size_t shared) {
    int blocks = -1;
    REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, block, shared) == cudaSuccess);
    return blocks;
  };
  CHECK(resident(1024, 0) == 2);
  CHECK(resident(256, 0) == 8);
  CHECK(resident(33, 0) == 32);  // 64 threads per block by the thread limit, 32 blocks at most
  CHECK(resident(128, 40 * 1024) == 5);
  CHECK(resident(1025, 0) == 0);
  CHECK(resident(128, 49 * 1024) == 0);
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 0, 0) == cudaErrorInvalidValue);
  std::size_t available = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&available, plain, 8, 256) == cudaSuccess);
  CHECK(resident(256, available) == 8);
}

TEST_CASE_FIXTURE(FreshDevice, "the suggested block keeps most threads resident") {
  int grid = 0, block = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain) == cudaSuccess);
  CHECK(block == 1024);
  CHECK(grid == 2 * 16);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 100) == cudaSuccess);
  CHECK(block <= 100);
  const auto shared_of = [](int threads) { return static_cast<std::size_t>(threads) * 128; };
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain, shared_of) == cudaSuccess);
  CHECK(block * 128 <= 48 * 1024);
}

TEST_CASE_FIXTURE(FreshDevice, "kernels are launched from a configuration with attributes") {
  int* out = nullptr;
  REQUIRE(cudaMalloc(&out, sizeof *out) == cudaSuccess);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 3;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, plain, out) == cudaSuccess);
  int value = 0;
  CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 6);
  void* arguments[] = {&out};
  CHECK(cudaLaunchKernelExC(&config, templated<int, 5>, arguments) == cudaSuccess);
  CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 5);
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  CHECK(cudaLaunchKernelEx(&config, plain, out) == cudaSuccess);
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  CHECK(cudaLaunchKernelEx(&config, waits, out) == cudaSuccess);
  CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 9);
  attribute.id = cudaLaunchAttributeProgrammaticEvent;
  CHECK(cudaLaunchKernelEx(&config, plain, out) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
}
