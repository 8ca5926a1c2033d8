// Copies and fills of plain, pitched and three-dimensional memory, each checked before the first byte is
// touched.
#include "sim/runtime/copy.hpp"

#include <cstdint>
#include <cstring>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/places.hpp"
#include "sim/runtime/stream.hpp"

using cudasim::guarded;

namespace cudasim {

cudaError_t check_copy(const void* to, std::size_t to_bytes, const void* from, std::size_t from_bytes,
                       cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  const Place target = place_of(to, to_bytes);
  const Place source = place_of(from, from_bytes);
  if (target == Place::invalid || source == Place::invalid) return cudaErrorInvalidValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto lies_on = [](Place place, bool device) {
    return place == Place::both || (place == Place::device) == device;
  };
  if (kind != cudaMemcpyDefault && !(lies_on(target, to_device) && lies_on(source, from_device)))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

namespace {

/// A box of bytes inside pitched memory: `begin` is its first byte.
struct Box {
  char* begin;
  std::size_t pitch;
  std::size_t slice;  ///< bytes from one plane to the next

  char* row(std::size_t y, std::size_t z) const { return begin + z * slice + y * pitch; }
  /// Bytes from the first to the last of an extent.
  std::size_t span(cudaExtent extent) const {
    return (extent.depth - 1) * slice + (extent.height - 1) * pitch + extent.width;
  }
};

bool empty(cudaExtent extent) { return extent.width == 0 || extent.height == 0 || extent.depth == 0; }

/// A row must fit its pitch, and the whole box the address space.
bool bad_pitch(const Box& box, cudaExtent extent) {
  if (extent.height * extent.depth > 1 && extent.width > box.pitch) return true;
  std::size_t bytes;
  return __builtin_mul_overflow(box.slice, extent.depth, &bytes) ||
         __builtin_mul_overflow(box.pitch, extent.height, &bytes);
}

cudaError_t copy(const Box& to, const Box& from, cudaExtent extent, cudaMemcpyKind kind) {
  if (empty(extent)) return cudaSuccess;
  if (bad_pitch(to, extent) || bad_pitch(from, extent)) return cudaErrorInvalidPitchValue;
  if (const auto error = check_copy(to.begin, to.span(extent), from.begin, from.span(extent), kind))
    return error;
  if (!may_write(to.begin, to.span(extent))) return cudaErrorInvalidValue;
  for (std::size_t z = 0; z < extent.depth; ++z)
    for (std::size_t y = 0; y < extent.height; ++y) {
      std::memmove(to.row(y, z), from.row(y, z), extent.width);
      if (observer != nullptr) observer->copied(to.row(y, z), from.row(y, z), extent.width);
    }
  return cudaSuccess;
}

cudaError_t fill(const Box& box, int value, cudaExtent extent) {
  if (empty(extent)) return cudaSuccess;
  if (bad_pitch(box, extent)) return cudaErrorInvalidPitchValue;
  const Place place = place_of(box.begin, box.span(extent));
  if (place != Place::device && place != Place::both) return cudaErrorInvalidValue;
  for (std::size_t z = 0; z < extent.depth; ++z)
    for (std::size_t y = 0; y < extent.height; ++y) {
      std::memset(box.row(y, z), value, extent.width);
      if (observer != nullptr && DeviceHeap::instance().owns(box.begin))
        observer->written(box.row(y, z), extent.width);
    }
  return cudaSuccess;
}

Box plane(const void* begin, std::size_t pitch) {
  return {static_cast<char*>(const_cast<void*>(begin)), pitch, 0};
}

Box box_of(const cudaPitchedPtr& pitched, cudaPos at) {
  const std::size_t slice = pitched.pitch * pitched.ysize;
  return {static_cast<char*>(pitched.ptr) + at.z * slice + at.y * pitched.pitch + at.x, pitched.pitch, slice};
}

template <class Body>
cudaError_t on_stream(cudaStream_t stream, Body body) {
  return guarded([&] { return valid_stream(stream) ? body() : cudaErrorInvalidResourceHandle; });
}

}  // namespace
}  // namespace cudasim

using cudasim::box_of;
using cudasim::on_stream;
using cudasim::plane;

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return on_stream(stream, [=] {
    return cudasim::copy(plane(to, bytes), plane(from, bytes), {bytes, 1, 1}, kind);
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return on_stream(stream, [=] {
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
    return cudasim::copy(plane(to, to_pitch), plane(from, from_pitch), {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (parameters != nullptr && (parameters->srcArray != nullptr || parameters->dstArray != nullptr))
    return cudasim::refuse("cudaMemcpy3D", "arrays");
  return on_stream(stream, [=] {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    return cudasim::copy(box_of(parameters->dstPtr, parameters->dstPos),
                         box_of(parameters->srcPtr, parameters->srcPos), parameters->extent,
                         parameters->kind);
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return cudaMemcpy3DAsync(parameters, nullptr);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  return on_stream(stream, [=] {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return cudasim::copy(plane(to, bytes), plane(from, bytes), {bytes, 1, 1}, cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  return on_stream(stream, [=] { return cudasim::fill(plane(pointer, bytes), value, {bytes, 1, 1}); });
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return cudaMemsetAsync(pointer, value, bytes, nullptr);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return on_stream(stream, [=] { return cudasim::fill(plane(pointer, pitch), value, {width, height, 1}); });
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
  return on_stream(stream, [=] { return cudasim::fill(box_of(pitched, {0, 0, 0}), value, extent); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return cudaMemset3DAsync(pitched, value, extent, nullptr);
}
