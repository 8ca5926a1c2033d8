// Copies and fills of plain, pitched and three-dimensional memory, each checked before the first byte is
// touched.
#include "sim/runtime/copy.hpp"

#include <cstdint>
#include <cstring>

#include "cudasim/api.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/node_work.hpp"
#include "sim/runtime/places.hpp"

namespace cudasim {
namespace {

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
    default: return "cudaMemcpyDefault";
  }
}

/// For the side of a copy that is not where its direction says.
cudaError_t wrong_side(cudaMemcpyKind kind, const char* side, bool wants_device) {
  return fail_because(cudaErrorInvalidValue, "the direction is %s, but the %s is %s memory", name_of(kind),
                      side, wants_device ? "host" : "device");
}

/// For the side of a copy that is not memory of the program.
cudaError_t missed(const char* side, const void* begin, std::size_t bytes) {
  if (begin == nullptr) return fail_because(cudaErrorInvalidValue, "the %s is a null pointer", side);
  const auto allocation = DeviceHeap::instance().find(begin);
  if (!allocation)
    return fail_because(cudaErrorInvalidValue, "the %s lies in no allocation of the device", side);
  const std::size_t left =
      allocation->bytes - static_cast<std::size_t>(static_cast<const char*>(begin) - allocation->begin);
  return fail_because(cudaErrorInvalidValue, "it copies %zu bytes, but the %s has %zu", bytes, side, left);
}

}  // namespace

cudaError_t check_copy(const void* to, std::size_t to_bytes, const void* from, std::size_t from_bytes,
                       cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  const Place target = place_of(to, to_bytes);
  const Place source = place_of(from, from_bytes);
  if (target == Place::invalid) return missed("destination", to, to_bytes);
  if (source == Place::invalid) return missed("source", from, from_bytes);
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto lies_on = [](Place place, bool device) {
    return place == Place::both || (place == Place::device) == device;
  };
  if (kind == cudaMemcpyDefault) return cudaSuccess;
  if (!lies_on(target, to_device)) return wrong_side(kind, "destination", to_device);
  if (!lies_on(source, from_device)) return wrong_side(kind, "source", from_device);
  return cudaSuccess;
}

namespace {

bool empty(cudaExtent extent) { return extent.width == 0 || extent.height == 0 || extent.depth == 0; }

/// A row must fit its pitch, and the whole box the address space.
bool bad_pitch(const Box& box, cudaExtent extent) {
  if (extent.height * extent.depth > 1 && extent.width > box.pitch) return true;
  std::size_t bytes;
  return __builtin_mul_overflow(box.slice, extent.depth, &bytes) ||
         __builtin_mul_overflow(box.pitch, extent.height, &bytes);
}

struct CopyWork {
  Box to, from;
  cudaExtent extent;
  cudaMemcpyKind kind;

  cudaError_t check() const {
    if (empty(extent)) return cudaSuccess;
    if (bad_pitch(to, extent) || bad_pitch(from, extent)) return cudaErrorInvalidPitchValue;
    if (const auto error = check_copy(to.begin, to.span(extent), from.begin, from.span(extent), kind))
      return error;
    return may_write(to.begin, to.span(extent)) ? cudaSuccess : cudaErrorInvalidValue;
  }

  void make() const {
    if (empty(extent)) return;
    for (std::size_t z = 0; z < extent.depth; ++z)
      for (std::size_t y = 0; y < extent.height; ++y) {
        std::memmove(to.row(y, z), from.row(y, z), extent.width);
        if (observer != nullptr) observer->copied(to.row(y, z), from.row(y, z), extent.width);
      }
  }
};

struct FillWork {
  Box box;
  unsigned int value;
  cudaExtent extent;  ///< its width in bytes
  unsigned int element_bytes = 1;

  cudaError_t check() const {
    if (empty(extent)) return cudaSuccess;
    if (bad_pitch(box, extent)) return cudaErrorInvalidPitchValue;
    const Place place = place_of(box.begin, box.span(extent));
    return place == Place::device || place == Place::both ? cudaSuccess : cudaErrorInvalidValue;
  }

  void make() const {
    if (empty(extent)) return;
    for (std::size_t z = 0; z < extent.depth; ++z)
      for (std::size_t y = 0; y < extent.height; ++y) {
        char* const row = box.row(y, z);
        if (element_bytes == 1) std::memset(row, static_cast<int>(value), extent.width);
        for (std::size_t x = 0; element_bytes != 1 && x < extent.width; x += element_bytes)
          std::memcpy(row + x, &value, element_bytes);
        if (observer != nullptr && DeviceHeap::instance().owns(box.begin))
          observer->written(row, extent.width);
      }
  }
};

}  // namespace

cudaError_t copy(const Box& to, const Box& from, cudaExtent extent, cudaMemcpyKind kind) {
  const CopyWork work{to, from, extent, kind};
  const cudaError_t error = work.check();
  if (error == cudaSuccess) work.make();
  return error;
}

Box plane(const void* begin, std::size_t pitch) {
  return {static_cast<char*>(const_cast<void*>(begin)), pitch, 0};
}

namespace {

Box box_of(const cudaPitchedPtr& pitched, cudaPos at) {
  const std::size_t slice = pitched.pitch * pitched.ysize;
  return {static_cast<char*>(pitched.ptr) + at.z * slice + at.y * pitched.pitch + at.x, pitched.pitch, slice};
}

template <class Work>
void make_told(const Work& work, const StreamCall& call) {
  if (observer != nullptr) observer->call_begins(call);
  work.make();
  if (observer != nullptr) observer->call_ends();
}

/// Checked again whenever the graph runs.
template <class Work>
NodeWork node_work(const Work& work, const void* caller) {
  return [=](cudaStream_t stream) {
    const cudaError_t error = work.check();
    if (error == cudaSuccess) make_told(work, {stream_name(stream), caller, false, true});
    return error;
  };
}

/// `wrong`: a fault in the arguments that the work itself does not show.
template <class Work>
cudaError_t submit(const Asker& asker, cudaGraphNodeType type, const Work& work,
                   cudaError_t wrong = cudaSuccess) {
  return guarded(
      [&]() -> cudaError_t {
        if (!valid_stream(asker.stream)) return cudaErrorInvalidResourceHandle;
        if (wrong != cudaSuccess) return wrong;
        if (const cudaError_t error = work.check()) return error;
        const auto make_node = [&] { return node_work(work, asker.caller); };
        if (const auto done = captured(asker.stream, type, make_node)) return *done;
        if (asker.waits)
          if (const cudaError_t error = forbidden_as_unsafe()) return error;
        if (const cudaError_t error = finish_launch(asker.stream)) return error;
        make_told(work, {stream_name(asker.stream), asker.caller, asker.waits});
        return cudaSuccess;
      },
      asker.name);
}

CopyWork line(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return {plane(to, bytes), plane(from, bytes), {bytes, 1, 1}, kind};
}

CopyWork box(const cudaMemcpy3DParms& parameters) {
  return {box_of(parameters.dstPtr, parameters.dstPos), box_of(parameters.srcPtr, parameters.srcPos),
          parameters.extent, parameters.kind};
}

cudaError_t copy_line(const Asker& asker, void* to, const void* from, std::size_t bytes,
                      cudaMemcpyKind kind) {
  return submit(asker, cudaGraphNodeTypeMemcpy, line(to, from, bytes, kind));
}

struct Pitched {
  const void* begin;
  std::size_t pitch;
};

cudaError_t copy_plane(const Asker& asker, const Pitched& to, const Pitched& from, std::size_t width,
                       std::size_t height, cudaMemcpyKind kind) {
  const bool fits = width <= to.pitch && width <= from.pitch;
  const CopyWork work{plane(to.begin, to.pitch), plane(from.begin, from.pitch), {width, height, 1}, kind};
  return submit(asker, cudaGraphNodeTypeMemcpy, work, fits ? cudaSuccess : cudaErrorInvalidPitchValue);
}

bool has_array(const cudaMemcpy3DParms* parameters) {
  return parameters != nullptr && (parameters->srcArray != nullptr || parameters->dstArray != nullptr);
}

cudaError_t copy_box(const Asker& asker, const cudaMemcpy3DParms* parameters) {
  if (parameters != nullptr && observer != nullptr)
    observer->parameters_read(parameters, sizeof *parameters, asker.caller);
  if (has_array(parameters)) return on_stream(asker, [=] { return copy_with_arrays(*parameters); });
  if (parameters == nullptr) return submit(asker, cudaGraphNodeTypeMemcpy, CopyWork{}, cudaErrorInvalidValue);
  return submit(asker, cudaGraphNodeTypeMemcpy, box(*parameters));
}

cudaError_t copy_peer(const Asker& asker, const Pitched& to, int to_device, const Pitched& from,
                      int from_device, std::size_t bytes) {
  const bool here = to_device == 0 && from_device == 0;
  const CopyWork work = line(const_cast<void*>(to.begin), from.begin, bytes, cudaMemcpyDeviceToDevice);
  return submit(asker, cudaGraphNodeTypeMemcpy, work, here ? cudaSuccess : cudaErrorInvalidDevice);
}

/// For a fill, the host waits if it could read the memory itself.
bool fill_waits(const void* begin) { return place_of(begin, 1) == Place::both; }

cudaError_t fill_on(const Asker& asker, const Box& box, int value, cudaExtent extent) {
  return submit(asker, cudaGraphNodeTypeMemset, FillWork{box, static_cast<unsigned>(value), extent});
}

}  // namespace

cudaError_t copy_work(const cudaMemcpy3DParms* parameters, const void* caller, NodeWork& work) {
  if (has_array(parameters)) return refuse("cudaGraphAddMemcpyNode", "arrays");
  if (parameters == nullptr) return cudaErrorInvalidValue;
  work = node_work(box(*parameters), caller);
  return box(*parameters).check();
}

cudaError_t copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const void* caller,
                      NodeWork& work) {
  work = node_work(line(to, from, bytes, kind), caller);
  return line(to, from, bytes, kind).check();
}

cudaError_t fill_work(const cudaMemsetParams* parameters, const void* caller, NodeWork& work) {
  if (parameters == nullptr) return cudaErrorInvalidValue;
  const unsigned int bytes = parameters->elementSize;
  if (bytes != 1 && bytes != 2 && bytes != 4) return cudaErrorInvalidValue;
  const cudaExtent extent{parameters->width * bytes, parameters->height, 1};
  const FillWork fill{plane(parameters->dst, parameters->pitch), parameters->value, extent, bytes};
  work = node_work(fill, caller);
  return fill.check();
}

void leave_unwritten(const void* begin, std::size_t bytes) {
  if (observer != nullptr && DeviceHeap::instance().owns(begin)) observer->left_unwritten(begin, bytes);
}

}  // namespace cudasim

using cudasim::box_of;
using cudasim::copy_box;
using cudasim::copy_line;
using cudasim::copy_peer;
using cudasim::copy_plane;
using cudasim::fill_on;
using cudasim::fill_waits;
using cudasim::plane;

#define CALLER __builtin_return_address(0)

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy_line({stream, CALLER, false}, to, from, bytes, kind);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_line({nullptr, CALLER, true}, to, from, bytes, kind);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return copy_plane({stream, CALLER, false}, {to, to_pitch}, {from, from_pitch}, width, height, kind);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_plane({nullptr, CALLER, true}, {to, to_pitch}, {from, from_pitch}, width, height, kind);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_box({stream, CALLER, false}, parameters);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_box({nullptr, CALLER, true}, parameters);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  return copy_peer({stream, CALLER, false}, {to, bytes}, to_device, {from, bytes}, from_device, bytes);
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  return copy_peer({nullptr, CALLER, true}, {to, bytes}, to_device, {from, bytes}, from_device, bytes);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  return fill_on({stream, CALLER, false}, plane(pointer, bytes), value, {bytes, 1, 1});
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return fill_on({nullptr, CALLER, fill_waits(pointer)}, plane(pointer, bytes), value, {bytes, 1, 1});
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return fill_on({stream, CALLER, false}, plane(pointer, pitch), value, {width, height, 1});
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill_on({nullptr, CALLER, fill_waits(pointer)}, plane(pointer, pitch), value, {width, height, 1});
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
  return fill_on({stream, CALLER, false}, box_of(pitched, {0, 0, 0}), value, extent);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return fill_on({nullptr, CALLER, fill_waits(pitched.ptr)}, box_of(pitched, {0, 0, 0}), value, extent);
}
