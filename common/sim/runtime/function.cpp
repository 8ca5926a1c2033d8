// Attributes of kernels, and how many blocks of a kernel fit an SM. Registers are not simulated, so they
// never limit; static shared memory is unknown before a kernel has run, so it counts as none.
#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/state.hpp"

using cudasim::can_tell;
using cudasim::guarded;

namespace {

constexpr int nominal_registers = 32;
constexpr unsigned portable_cluster = 8, largest_cluster = 16;  // blocks

struct Attributes {
  std::size_t dynamic_shared;
  std::size_t shared;  ///< static and dynamic together
  int carveout;
  bool large_clusters = false;
};

struct Table {
  std::mutex mutex;
  std::unordered_map<const void*, Attributes> of;
};

Table& table() {
  static Table& attributes = *new Table;
  return attributes;
}

Attributes defaults() {
  const std::size_t shared = cudasim::device_properties().sharedMemPerBlock;
  return {shared, shared, cudaSharedmemCarveoutDefault, false};
}

Attributes attributes_of(const void* function) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().of.find(function);
  return found == table().of.end() ? defaults() : found->second;
}

/// The largest of all kernels if this one is not known.
std::size_t limit_of(const void* kernel, std::size_t Attributes::*limit) {
  if (kernel != nullptr) return attributes_of(kernel).*limit;
  std::size_t largest = defaults().*limit;
  const std::lock_guard lock(table().mutex);
  for (const auto& entry : table().of) largest = std::max(largest, entry.second.*limit);
  return largest;
}

int blocks_per_multiprocessor(int block_size, std::size_t dynamic_shared) {
  const cudaDeviceProp& p = cudasim::device_properties();
  const int warps = (block_size + p.warpSize - 1) / p.warpSize;
  const int by_threads = p.maxThreadsPerMultiProcessor / (warps * p.warpSize);
  const std::size_t shared = dynamic_shared + p.reservedSharedMemPerBlock;
  const auto by_shared = static_cast<int>(p.sharedMemPerMultiprocessor / shared);
  return std::min({by_threads, by_shared, p.maxBlocksPerMultiProcessor});
}

cudaError_t check_block_size(const void* function, int block_size) {
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  return block_size > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t allow_large_clusters(const void* function, int value) {
  if (value != 0 && value != 1) return cudaErrorInvalidValue;
  const std::lock_guard lock(table().mutex);
  table().of.emplace(function, defaults()).first->second.large_clusters = value != 0;
  return cudaSuccess;
}

/// Blocks per cluster in the configuration; 1 if it sets none.
unsigned cluster_of(const cudaLaunchConfig_t& config) {
  unsigned blocks = 1;
  for (unsigned i = 0; i < config.numAttrs; ++i)
    if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
      blocks = config.attrs[i].val.clusterDim.x * config.attrs[i].val.clusterDim.y *
               config.attrs[i].val.clusterDim.z;
  return blocks;
}

/// Number of blocks of this shape on the whole device.
unsigned blocks_of(const cudaLaunchConfig_t& config) {
  const dim3 block = config.blockDim;
  return static_cast<unsigned>(
      blocks_per_multiprocessor(static_cast<int>(block.x * block.y * block.z), config.dynamicSmemBytes) *
      cudasim::device_properties().multiProcessorCount);
}

cudaError_t check_config(const void* function, const cudaLaunchConfig_t* config) {
  if (config == nullptr) return cudaErrorInvalidValue;
  return check_block_size(function,
                          static_cast<int>(config->blockDim.x * config->blockDim.y * config->blockDim.z));
}

}  // namespace

std::size_t cudasim::dynamic_shared_limit(const void* kernel) {
  return limit_of(kernel, &Attributes::dynamic_shared);
}

std::size_t cudasim::shared_limit(const void* kernel) { return limit_of(kernel, &Attributes::shared); }

unsigned cudasim::cluster_limit(const void* kernel) {
  if (kernel != nullptr) return attributes_of(kernel).large_clusters ? largest_cluster : portable_cluster;
  const std::lock_guard lock(table().mutex);
  const auto is_allowed = [](const auto& entry) { return entry.second.large_clusters; };
  return std::any_of(table().of.begin(), table().of.end(), is_allowed) ? largest_cluster : portable_cluster;
}

void cudasim::forget_function_attributes() {
  const std::lock_guard lock(table().mutex);
  table().of.clear();
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return guarded([=] {
    if (!can_tell(attributes)) return cudaErrorInvalidValue;
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    const Attributes own = attributes_of(function);
    *attributes = {};
    attributes->maxThreadsPerBlock = cudasim::device_properties().maxThreadsPerBlock;
    attributes->numRegs = nominal_registers;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(own.dynamic_shared);
    attributes->preferredShmemCarveout = own.carveout;
    attributes->nonPortableClusterSizeAllowed = own.large_clusters;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return guarded([=] {
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed)
      return allow_large_clusters(function, value);
    const bool shared = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize;
    if (!shared && attribute != cudaFuncAttributePreferredSharedMemoryCarveout) return cudaErrorInvalidValue;
    const int largest = shared ? static_cast<int>(cudasim::device_properties().sharedMemPerBlockOptin)
                               : cudaSharedmemCarveoutMaxShared;
    if (value < (shared ? 0 : cudaSharedmemCarveoutDefault) || value > largest) return cudaErrorInvalidValue;
    const std::lock_guard lock(table().mutex);
    Attributes& own = table().of.emplace(function, defaults()).first->second;
    if (shared) {
      own.dynamic_shared = static_cast<std::size_t>(value);
      own.shared = cudasim::device_properties().sharedMemPerBlockOptin;
    } else {
      own.carveout = value;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return guarded([=] { return function != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return guarded([=] { return function != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int block_size, std::size_t dynamic_shared,
                                                                   unsigned int flags) {
  return guarded([=] {
    if (!can_tell(blocks) || flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
    if (auto error = check_block_size(function, block_size)) return error;
    const bool launchable = block_size <= cudasim::device_properties().maxThreadsPerBlock &&
                            dynamic_shared <= cudasim::dynamic_shared_limit(function);
    *blocks = launchable ? blocks_per_multiprocessor(block_size, dynamic_shared) : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          std::size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, dynamic_shared,
                                                                cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamic_shared, const void* function,
                                                      int blocks, int block_size) {
  return guarded([=] {
    if (!can_tell(dynamic_shared) || blocks <= 0) return cudaErrorInvalidValue;
    if (auto error = check_block_size(function, block_size)) return error;
    if (blocks > blocks_per_multiprocessor(block_size, 0)) return cudaErrorInvalidValue;
    const cudaDeviceProp& p = cudasim::device_properties();
    const std::size_t share = p.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
    *dynamic_shared = std::min(share - p.reservedSharedMemPerBlock, cudasim::dynamic_shared_limit(function));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
  return guarded([=] {
    if (!can_tell(clusters)) return cudaErrorInvalidValue;
    if (auto error = check_config(function, config)) return error;
    const unsigned size = cluster_of(*config);
    if (size == 0 || size > cudasim::cluster_limit(function)) return cudaErrorInvalidClusterSize;
    *clusters = static_cast<int>(blocks_of(*config) / size);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
  return guarded([=] {
    if (!can_tell(size)) return cudaErrorInvalidValue;
    if (auto error = check_config(function, config)) return error;
    *size = static_cast<int>(std::min(cudasim::cluster_limit(function), blocks_of(*config)));
    return cudaSuccess;
  });
}
