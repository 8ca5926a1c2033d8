// Creates and destroys texture and surface objects.
#include "sim/runtime/texture_objects.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/worker.hpp"

using cudasim::can_tell;
using cudasim::find_texture;
using cudasim::guarded;
using cudasim::tell;

namespace cudasim {
namespace {

/// A handle is the object's index in the table and, in the upper bits, a number that no other object has.
constexpr unsigned long long places = 1 << 16;
std::atomic<const TextureObject*> object_table[places];
std::mutex table_mutex;
unsigned long long last_number = 0;

/// 0 if there is no space.
unsigned long long keep(TextureObject object) {
  const std::lock_guard lock(table_mutex);
  for (unsigned long long tried = 0; tried < places; ++tried) {
    std::atomic<const TextureObject*>& place = object_table[++last_number % places];
    if (place.load() != nullptr) continue;
    object.handle = last_number << 16 | last_number % places;
    place = new TextureObject(object);
    return object.handle;
  }
  return 0;
}

bool forget(unsigned long long handle, bool surface) {
  const std::lock_guard lock(table_mutex);
  const TextureObject* object = find_texture(handle);
  if (object == nullptr || object->is_surface != surface) return false;
  object_table[handle % places] = nullptr;
  delete object;
  return true;
}

cudaError_t lay_out_array(cudaArray_const_t array, TextureObject& object) {
  if (!is_array(array)) return cudaErrorInvalidValue;
  object.format = array->format;
  object.begin = array->begin;
  object.width = array->extent.width;
  object.rows = array->rows();
  object.planes = array->planes();
  object.layered = array->layered();
  object.pitch = array->pitch();
  object.dimensions = array->extent.height == 0 ? 1 : array->extent.depth == 0 || object.layered ? 2 : 3;
  return cudaSuccess;
}

/// Allocations count as aligned to what cudaMalloc guarantees for textures, although here they are aligned to 256 bytes.
bool is_aligned(const void* begin) {
  const auto allocation = DeviceHeap::instance().find(begin);
  const auto from = reinterpret_cast<std::uintptr_t>(allocation ? allocation->begin : nullptr);
  return (reinterpret_cast<std::uintptr_t>(begin) - from) % device_properties().textureAlignment == 0;
}

cudaError_t lay_out_memory(const void* begin, const cudaChannelFormatDesc& described, std::size_t bytes,
                           TextureObject& object) {
  if (const auto error = read_format(&described, object.format)) return error;
  const Place place = place_of(begin, bytes);
  if (bytes == 0 || (place != Place::device && place != Place::both) || !is_aligned(begin))
    return cudaErrorInvalidValue;
  object.begin = static_cast<char*>(const_cast<void*>(begin));
  object.rows = object.planes = 1;
  object.dimensions = 1;
  return cudaSuccess;
}

/// A GPU does not check the size of linear memory. Here the texture ends with its memory, and what is past it reads as 0.
std::size_t bytes_there(const void* begin, std::size_t bytes) {
  const auto allocation = DeviceHeap::instance().find(begin);
  if (!allocation) return bytes;
  const std::size_t left =
      allocation->bytes - static_cast<std::size_t>(static_cast<const char*>(begin) - allocation->begin);
  if (bytes > left)
    report(
        "cudaCreateTextureObject: the texture has %zu bytes, but its memory ends after %zu: elements past "
        "the end read as 0",
        bytes, left);
  return std::min(bytes, left);
}

cudaError_t lay_out_linear(const cudaResourceDesc& resource, TextureObject& object) {
  constexpr std::size_t longest = std::size_t{1} << 28;  // elements
  const auto& linear = resource.res.linear;
  const std::size_t bytes = bytes_there(linear.devPtr, linear.sizeInBytes);
  if (const auto error = lay_out_memory(linear.devPtr, linear.desc, bytes, object)) return error;
  object.width = bytes / object.format.bytes();
  object.pitch = bytes;
  object.linear = true;
  return object.width <= longest ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t lay_out_pitched(const cudaResourceDesc& resource, TextureObject& object) {
  constexpr std::size_t widest = 131072, highest = 65000, largest_pitch = 2097120;
  const auto& pitched = resource.res.pitch2D;
  if (pitched.width == 0 || pitched.height == 0 || pitched.width > widest || pitched.height > highest ||
      pitched.pitchInBytes > largest_pitch ||
      pitched.pitchInBytes % device_properties().texturePitchAlignment != 0)
    return cudaErrorInvalidValue;
  ElementFormat format;
  if (const auto error = read_format(&pitched.desc, format)) return error;
  const std::size_t row = pitched.width * format.bytes();
  if (row > pitched.pitchInBytes) return cudaErrorInvalidValue;
  if (const auto error = lay_out_memory(pitched.devPtr, pitched.desc,
                                        (pitched.height - 1) * pitched.pitchInBytes + row, object))
    return error;
  object.width = pitched.width;
  object.rows = pitched.height;
  object.pitch = pitched.pitchInBytes;
  object.dimensions = 2;
  return cudaSuccess;
}

cudaError_t lay_out(const cudaResourceDesc& resource, TextureObject& object) {
  object.resource = resource;
  switch (resource.resType) {
    case cudaResourceTypeArray: return lay_out_array(resource.res.array.array, object);
    case cudaResourceTypeLinear: return lay_out_linear(resource, object);
    case cudaResourceTypePitch2D: return lay_out_pitched(resource, object);
    case cudaResourceTypeMipmappedArray: return refuse("cudaCreateTextureObject", "mipmapped arrays");
  }
  return cudaErrorInvalidValue;
}

/// Filtering is for values that are read as float; of the integers, only those of 8 and 16 bits.
cudaError_t check_settings(const TextureObject& object) {
  const cudaTextureDesc& s = object.settings;
  for (const cudaTextureAddressMode mode : s.addressMode)
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder) return cudaErrorInvalidValue;
  if (s.filterMode != cudaFilterModePoint && s.filterMode != cudaFilterModeLinear)
    return cudaErrorInvalidValue;
  if (s.readMode != cudaReadModeElementType && s.readMode != cudaReadModeNormalizedFloat)
    return cudaErrorInvalidValue;
  const bool floats = object.format.kind == cudaChannelFormatKindFloat || object.normalized_floats;
  if (s.filterMode == cudaFilterModeLinear && !object.linear && !floats) return cudaErrorInvalidFilterSetting;
  return s.sRGB != 0 ? refuse("cudaCreateTextureObject", "sRGB textures") : cudaSuccess;
}

cudaError_t make_texture(cudaTextureObject_t* result, const cudaResourceDesc* resource,
                         const cudaTextureDesc* settings, const cudaResourceViewDesc* view) {
  if (!can_tell(result) || resource == nullptr || settings == nullptr) return cudaErrorInvalidValue;
  if (view != nullptr) return refuse("cudaCreateTextureObject", "resource views");
  TextureObject object{};
  if (const auto error = lay_out(*resource, object)) return error;
  object.slice = object.pitch * object.rows;
  object.settings = *settings;
  object.normalized_floats = settings->readMode == cudaReadModeNormalizedFloat &&
                             object.format.kind != cudaChannelFormatKindFloat &&
                             object.format.component_bytes < 4;
  if (const auto error = check_settings(object)) return error;
  *result = keep(object);
  return *result != 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t make_surface(cudaSurfaceObject_t* result, const cudaResourceDesc* resource) {
  if (!can_tell(result) || resource == nullptr || resource->resType != cudaResourceTypeArray)
    return cudaErrorInvalidValue;
  TextureObject object{};
  object.is_surface = true;
  if (const auto error = lay_out(*resource, object)) return error;
  if ((resource->res.array.array->flags & cudaArraySurfaceLoadStore) == 0) return cudaErrorInvalidValue;
  object.slice = object.pitch * object.rows;
  *result = keep(object);
  return *result != 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t destroy(unsigned long long handle, bool surface) {
  return handle == 0 || forget(handle, surface) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t tell_resource(cudaResourceDesc* result, unsigned long long handle, bool surface) {
  const TextureObject* object = find_texture(handle);
  if (object == nullptr || object->is_surface != surface) return cudaErrorInvalidValue;
  return tell(result, object->resource);
}

}  // namespace

const TextureObject* find_texture(unsigned long long handle) {
  const TextureObject* object = object_table[handle % places].load(std::memory_order_acquire);
  return object != nullptr && object->handle == handle ? object : nullptr;
}

const TextureObject& texture_for_thread(unsigned long long handle, bool surface) {
  const TextureObject* object = find_texture(handle);
  const char* wanted = surface ? "surface" : "texture";
  if (object == nullptr)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure,
                                     "it uses a %s object that was never made, or is destroyed", wanted);
  if (object->is_surface != surface)
    this_worker->launch->fail_thread(cudaErrorLaunchFailure, "it takes a %s object for a %s object",
                                     surface ? "texture" : "surface", wanted);
  return *object;
}

void forget_textures() {
  const std::lock_guard lock(table_mutex);
  for (auto& place : object_table) {
    if (place.load(std::memory_order_relaxed) == nullptr) continue;
    delete place.exchange(nullptr);
  }
}

}  // namespace cudasim

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* settings, const cudaResourceViewDesc* view) {
  return guarded([=] { return cudasim::make_texture(object, resource, settings, view); });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return guarded([=] { return cudasim::destroy(object, false); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  return guarded([=] { return cudasim::tell_resource(resource, object, false); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* settings, cudaTextureObject_t object) {
  return guarded([=] {
    const cudasim::TextureObject* texture = find_texture(object);
    if (texture == nullptr || texture->is_surface) return cudaErrorInvalidValue;
    return tell(settings, texture->settings);
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return guarded([=] { return cudasim::make_surface(object, resource); });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return guarded([=] { return cudasim::destroy(object, true); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
  return guarded([=] { return cudasim::tell_resource(resource, object, true); });
}
