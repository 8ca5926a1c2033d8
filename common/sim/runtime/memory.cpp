// Device and managed allocations, attributes of pointers, and memory pools (there is one, the heap).
#include <cstdint>
#include <utility>

#include "cudasim/api.hpp"
#include "cudasim/device_code.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/stream.hpp"

using cudasim::can_tell;
using cudasim::DeviceHeap;
using cudasim::guarded;
using cudasim::MemoryKind;

namespace {

// Rows of pitched memory are aligned as on the H200.
constexpr std::size_t pitch_alignment = 512;

cudaError_t take_memory(void** pointer, std::size_t bytes, MemoryKind kind, const void* caller) {
  if (!can_tell(pointer)) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = DeviceHeap::instance().allocate(bytes, kind, caller);
  if (*pointer == nullptr)
    return cudasim::fail_because(cudaErrorMemoryAllocation,
                                 "it asks for %zu bytes of device memory, and %zu are free", bytes,
                                 DeviceHeap::instance().total() - DeviceHeap::instance().used());
  if (cudasim::observer != nullptr)
    cudasim::observer->allocated({static_cast<char*>(*pointer), bytes, kind, caller});
  return cudaSuccess;
}

cudaError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind, const void* caller) {
  if (cudasim::in_kernel()) {
    *pointer = cudasim::heap_malloc(bytes);
    return *pointer != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
  }
  if (const cudaError_t error = cudasim::forbidden_as_unsafe()) return error;
  return take_memory(pointer, bytes, kind, caller);
}

bool release(void* pointer, const void* caller) {
  DeviceHeap& heap = DeviceHeap::instance();
  const auto allocation = heap.find(pointer);
  if (!allocation || allocation->kind == MemoryKind::kernel_heap || !heap.release(pointer)) return false;
  if (cudasim::observer != nullptr) cudasim::observer->freed(*allocation, caller);
  return true;
}

cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream, const void* caller) {
  if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (cudasim::forbidden_in_capture(stream) != cudaSuccess)
    return cudasim::refuse("cudaMallocAsync", "nodes of graphs that allocate");
  const cudaError_t error = take_memory(pointer, bytes, MemoryKind::device, caller);
  if (cudasim::observer != nullptr && error == cudaSuccess && bytes != 0)
    cudasim::observer->stream_allocates({cudasim::stream_name(stream), caller, false}, *pointer, bytes);
  return error;
}

cudaError_t allocate_pitched(void** pointer, std::size_t* pitch, std::size_t width, std::size_t rows,
                             const void* caller) {
  if (!can_tell(pointer) || !can_tell(pitch)) return cudaErrorInvalidValue;
  if (width > SIZE_MAX - pitch_alignment) return cudaErrorMemoryAllocation;
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  if (*pitch != 0 && rows > SIZE_MAX / *pitch) return cudaErrorMemoryAllocation;
  return allocate(pointer, *pitch * rows, MemoryKind::device, caller);
}

/// The handle of the only pool: an address that is neither null nor a pool of the program.
cudaMemPool_t default_pool() {
  static char pool;
  return reinterpret_cast<cudaMemPool_t>(&pool);
}
std::uint64_t release_threshold = 0;

cudaError_t check_managed(const void* pointer, std::size_t bytes, cudaMemLocation location) {
  if (cudasim::place_of(pointer, bytes) != cudasim::Place::both || cudasim::find_pinned(pointer))
    return cudaErrorInvalidValue;
  const bool known =
      (location.type == cudaMemLocationTypeDevice && location.id == 0) ||
      (location.type >= cudaMemLocationTypeHost && location.type <= cudaMemLocationTypeHostNumaCurrent);
  return known ? cudaSuccess : cudaErrorInvalidDevice;
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return allocate(pointer, bytes, MemoryKind::device, caller); });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
      return cudaErrorInvalidValue;
    cudasim::managed_memory_given();
    return allocate(pointer, bytes, MemoryKind::managed, caller);
  });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return allocate_pitched(pointer, pitch, width, height, caller); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (!can_tell(pitched)) return cudaErrorInvalidValue;
    if (extent.depth != 0 && extent.height > SIZE_MAX / extent.depth) return cudaErrorMemoryAllocation;
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth,
                            caller);
  });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return allocate_in_stream(pointer, bytes, stream, caller); });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (pool != default_pool()) return cudaErrorInvalidValue;
    return allocate_in_stream(pointer, bytes, stream, caller);
  });
}

cudaError_t cudaFree(void* pointer) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (cudasim::in_kernel()) {
      cudasim::heap_free(pointer);
      return cudaSuccess;
    }
    if (const cudaError_t error = cudasim::forbidden_as_unsafe()) return error;
    cudasim::finish_launch();
    if (cudasim::observer != nullptr) cudasim::observer->host_waits();
    if (pointer == nullptr || release(pointer, caller)) return cudaSuccess;
    return cudasim::fail_because(cudaErrorInvalidValue,
                                 "the pointer is not the start of a device allocation, or was freed before");
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (cudasim::forbidden_in_capture(stream) != cudaSuccess)
      return cudasim::refuse("cudaFreeAsync", "nodes of graphs that free");
    const auto allocation = DeviceHeap::instance().find(pointer);
    if (cudasim::observer != nullptr && allocation && allocation->begin == pointer)
      cudasim::observer->stream_frees({cudasim::stream_name(stream), caller, false}, pointer,
                                      allocation->bytes);
    return pointer != nullptr && release(pointer, caller) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return guarded([=] {
    if (!can_tell(free_bytes) || !can_tell(total_bytes)) return cudaErrorInvalidValue;
    const DeviceHeap& heap = DeviceHeap::instance();
    *free_bytes = heap.total() - heap.used();
    *total_bytes = heap.total();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return guarded([=] {
    if (!can_tell(attributes)) return cudaErrorInvalidValue;
    void* address = const_cast<void*>(pointer);
    const auto allocation = DeviceHeap::instance().find(pointer);
    if (allocation && allocation->kind == MemoryKind::device)
      *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    else if (allocation || cudasim::is_managed_variable(pointer))
      *attributes = {cudaMemoryTypeManaged, 0, address, address};
    else if (cudasim::find_pinned(pointer))
      *attributes = {cudaMemoryTypeHost, 0, address, address};
    else if (cudasim::place_of(pointer, 1) == cudasim::Place::device)
      *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    else
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    return cudaSuccess;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  return guarded([=] {
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = cudasim::forbidden_in_capture(stream)) return error;
    return flags != 0 ? cudaErrorInvalidValue : check_managed(pointer, bytes, location);
  });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return guarded([=] {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    return check_managed(pointer, bytes, location);
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t, unsigned int) {
  return guarded([=] {
    if (!cudasim::valid_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = cudasim::forbidden_in_capture(stream)) return error;
    return cudasim::place_of(pointer, 1) == cudasim::Place::both ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return guarded([=] {
    if (!can_tell(pool)) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *pool = default_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return guarded([=] {
    if (device != 0) return cudaErrorInvalidDevice;
    return pool == default_pool() ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return guarded([=] {
    if (pool != default_pool() || value == nullptr) return cudaErrorInvalidValue;
    if (attribute == cudaMemPoolAttrReleaseThreshold) release_threshold = *static_cast<std::uint64_t*>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return guarded([=] {
    if (pool != default_pool() || !cudasim::may_write(value, sizeof(std::uint64_t)))
      return cudaErrorInvalidValue;
    const DeviceHeap& heap = DeviceHeap::instance();
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies: *static_cast<int*>(value) = 1; return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold:
        *static_cast<std::uint64_t*>(value) = release_threshold;
        return cudaSuccess;
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent:
        *static_cast<std::uint64_t*>(value) = heap.used();
        return cudaSuccess;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh: *static_cast<std::uint64_t*>(value) = heap.peak(); return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return guarded([=] { return pool == default_pool() ? cudaSuccess : cudaErrorInvalidValue; });
}
