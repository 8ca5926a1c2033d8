// Binds texture references: each binding makes a texture object, which the reference holds.
#include "cudasim/texture_references.hpp"

#include "cudasim/api.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/state.hpp"

namespace cudasim::detail {
namespace {

/// Where the memory begins; null for an array.
void** memory_of(cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeLinear) return &resource.res.linear.devPtr;
  return resource.resType == cudaResourceTypePitch2D ? &resource.res.pitch2D.devPtr : nullptr;
}

/// A texture begins at a multiple of the device's alignment. Returns how many bytes before the given memory that is, and binds from there.
std::size_t align(cudaResourceDesc& resource) {
  void** memory = memory_of(resource);
  const auto allocation = memory != nullptr ? DeviceHeap::instance().find(*memory) : std::nullopt;
  if (!allocation) return 0;
  char* const begin = static_cast<char*>(*memory);
  const std::size_t from = static_cast<std::size_t>(begin - allocation->begin);
  const std::size_t offset = from % device_properties().textureAlignment;
  *memory = begin - offset;
  if (resource.resType != cudaResourceTypeLinear) return offset;
  std::size_t& bytes = resource.res.linear.sizeInBytes;
  bytes = bytes == UINT_MAX ? allocation->bytes - (from - offset) : bytes + offset;  // UINT_MAX: all there is
  return offset;
}

}  // namespace

cudaError_t bind_texture(const textureReference& reference, cudaResourceDesc resource, std::size_t* offset) {
  const std::size_t before = align(resource);
  if (before != 0 && offset == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t error = unbind_texture(reference)) return error;
  cudaTextureDesc settings = {};
  for (int i = 0; i < 3; ++i) settings.addressMode[i] = reference.addressMode[i];
  settings.filterMode = reference.filterMode;
  settings.readMode = reference.cudasim_read_mode;
  settings.sRGB = reference.sRGB;
  settings.normalizedCoords = reference.normalized;
  const cudaError_t error = cudaCreateTextureObject(&reference.cudasim_object, &resource, &settings, nullptr);
  if (error == cudaSuccess && offset != nullptr) *offset = before;
  return error;
}

cudaError_t unbind_texture(const textureReference& reference) {
  const cudaTextureObject_t object = reference.cudasim_object;
  reference.cudasim_object = 0;
  return cudaDestroyTextureObject(object);
}

cudaTextureObject_t bound_object(const textureReference& reference) { return reference.cudasim_object; }

}  // namespace cudasim::detail
