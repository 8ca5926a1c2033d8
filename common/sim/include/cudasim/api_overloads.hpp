// The C++ forms of the runtime API: typed pointers, symbols by reference, kernels by name.
#pragma once

#include "cudasim/api.hpp"

// ---- memory ----
template <class T>
inline cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  return cudaMalloc((void**)pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)pointer, bytes, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
/// The C form has no flags.
inline cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)device_pointer, host_pointer, flags);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, std::size_t bytes = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}

namespace cudasim {
/// The place that CUDA 12 names by a device number.
constexpr cudaMemLocation location_of(int device) {
  return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                   : cudaMemLocation{cudaMemLocationTypeDevice, device};
}
}  // namespace cudasim

/// The forms of CUDA 12.
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, cudasim::location_of(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  return cudaMemAdvise(pointer, bytes, advice, cudasim::location_of(device));
}

// ---- symbols ----
namespace cudasim {
template <class T>
Symbol symbol_of(const T& symbol) {
  return {&symbol, sizeof(T), false};
}
template <std::size_t size>
Symbol symbol_of(const char (&symbol)[size]) {
  return {&symbol, size, true};
}
}  // namespace cudasim
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudasim::symbol_address(pointer, cudasim::symbol_of(symbol));
}
/// For a program that needs a typed pointer.
template <class P, class T>
inline cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol) {
  return cudasim::symbol_address((void**)pointer, cudasim::symbol_of(symbol));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  void* address;
  const cudaError_t error = cudasim::symbol_address(&address, cudasim::symbol_of(symbol));
  if (error == cudaSuccess) *bytes = sizeof(T);
  return error;
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes,
                                      std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudasim::copy_to_symbol(cudasim::symbol_of(symbol), from, bytes, offset, kind, nullptr, true);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                           std::size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = nullptr) {
  return cudasim::copy_to_symbol(cudasim::symbol_of(symbol), from, bytes, offset, kind, stream, false);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudasim::copy_from_symbol(to, cudasim::symbol_of(symbol), bytes, offset, kind, nullptr, true);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes,
                                             std::size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr) {
  return cudasim::copy_from_symbol(to, cudasim::symbol_of(symbol), bytes, offset, kind, stream, false);
}

// ---- events ----
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

// ---- functions and occupancy ----
template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <class T>
inline cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}
template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(function), config);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* function, int block_size,
                                                                 std::size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(function),
                                                       block_size, dynamic_shared);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* function,
                                                                          int block_size,
                                                                          std::size_t dynamic_shared,
                                                                          unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(function), block_size, dynamic_shared, flags);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* function,
                                                  const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(function), config);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, T* function,
                                                        const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, reinterpret_cast<const void*>(function), config);
}
template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamic_shared, T* function,
                                                             int blocks, int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_shared, reinterpret_cast<const void*>(function),
                                                   blocks, block_size);
}

/// The block size that keeps most threads resident, and the grid that fills the device with it.
/// `shared_of(block_size)` gives the bytes of dynamic shared memory; a limit of 0 is none.
template <class SharedOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid_size,
                                                                           int* block_size, T function,
                                                                           SharedOf shared_of, int limit = 0,
                                                                           unsigned int flags = 0) {
  if (min_grid_size == nullptr || block_size == nullptr) return cudaErrorInvalidValue;
  int multiprocessors = 0, largest = 0, most_threads = 0;
  cudaFuncAttributes attributes;
  if (auto error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0)) return error;
  if (auto error = cudaFuncGetAttributes(&attributes, function)) return error;
  largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  *min_grid_size = *block_size = 0;
  for (int rounded = (largest + 31) / 32 * 32; rounded > 0; rounded -= 32) {
    const int candidate = rounded < largest ? rounded : largest;
    int blocks = 0;
    if (auto error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, candidate,
                                                                            shared_of(candidate), flags))
      return error;
    if (blocks * candidate <= most_threads) continue;
    most_threads = blocks * candidate;
    *block_size = candidate;
    *min_grid_size = blocks * multiprocessors;
  }
  return cudaSuccess;
}
template <class SharedOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size, int* block_size,
                                                                  T function, SharedOf shared_of,
                                                                  int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, function,
                                                                 shared_of, limit, cudaOccupancyDefault);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size, int* block_size,
                                                               T function, std::size_t dynamic_shared = 0,
                                                               int limit = 0, unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      min_grid_size, block_size, function, [=](int) { return dynamic_shared; }, limit, flags);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, T function,
                                                      std::size_t dynamic_shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, function, dynamic_shared,
                                                     limit, cudaOccupancyDefault);
}
