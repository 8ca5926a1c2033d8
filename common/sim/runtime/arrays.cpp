// Creating, freeing and describing arrays.
#include "sim/runtime/arrays.hpp"

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/handles.hpp"

using cudasim::can_tell;
using cudasim::DeviceHeap;
using cudasim::guarded;
using cudasim::is_array;
using cudasim::MemoryKind;

namespace cudasim {
namespace {

Handles<cudaArray> arrays;

/// Limits of compute capability 9.0, from the table of the programming guide.
constexpr std::size_t longest_line = 131072, most_rows = 65536, longest_edge = 16384, most_layers = 2048;
constexpr std::size_t longest_layered = 32768;

bool fits(cudaExtent e, bool layered) {
  if (e.width == 0) return false;
  if (layered)
    return e.width <= longest_layered && e.height <= longest_layered && e.depth >= 1 &&
           e.depth <= most_layers;
  if (e.depth != 0)
    return e.height != 0 && e.width <= longest_edge && e.height <= longest_edge && e.depth <= longest_edge;
  return e.width <= longest_line && e.height <= most_rows;
}

cudaError_t make_array(cudaArray_t* result, const cudaChannelFormatDesc* described, cudaExtent extent,
                       unsigned flags, const void* caller) {
  if (!can_tell(result)) return cudaErrorInvalidValue;
  cudaArray array{};
  if (const auto error = read_format(described, array.format)) return error;
  if ((flags & (cudaArrayCubemap | cudaArrayTextureGather)) != 0)
    return refuse("cudaMalloc3DArray", "cubemaps and gathers");
  const bool layered = (flags & cudaArrayLayered) != 0;
  if ((flags & ~unsigned{cudaArrayLayered | cudaArraySurfaceLoadStore}) != 0 || !fits(extent, layered))
    return cudaErrorInvalidValue;
  array.described = *described;
  array.extent = extent;
  array.flags = flags;
  const std::size_t bytes = array.pitch() * array.rows() * array.planes();
  array.begin = DeviceHeap::instance().allocate(bytes, MemoryKind::device, caller);
  if (array.begin == nullptr) return cudaErrorMemoryAllocation;
  if (observer != nullptr) observer->allocated({array.begin, bytes, MemoryKind::device, caller});
  *result = arrays.add(array);
  return cudaSuccess;
}

cudaError_t free_array(cudaArray_t array, const void* caller) {
  finish_launch();
  if (observer != nullptr) observer->host_waits();
  if (array == nullptr) return cudaSuccess;
  if (!is_array(array)) return cudaErrorInvalidValue;
  const auto allocation = DeviceHeap::instance().find(array->begin);
  DeviceHeap::instance().release(array->begin);
  if (observer != nullptr && allocation) observer->freed(*allocation, caller);
  arrays.remove(array);
  return cudaSuccess;
}

}  // namespace

bool is_array(cudaArray_const_t array) { return array != nullptr && arrays.contains(array); }

void forget_arrays() { arrays.clear(); }

cudaError_t read_format(const cudaChannelFormatDesc* d, ElementFormat& format) {
  if (d == nullptr) return cudaErrorInvalidValue;
  const unsigned components = d->y == 0 ? 1 : d->z == 0 ? 2 : 4;
  const bool alike = (components < 2 || d->y == d->x) && (components < 4 || (d->z == d->x && d->w == d->x));
  const bool nothing_behind = components == 4 || (d->z == 0 && d->w == 0);
  const bool integer = d->f == cudaChannelFormatKindSigned || d->f == cudaChannelFormatKindUnsigned;
  const bool known = (d->x == 8 && integer) ||
                     ((d->x == 16 || d->x == 32) && (integer || d->f == cudaChannelFormatKindFloat));
  if (!alike || !nothing_behind || !known) return cudaErrorInvalidChannelDescriptor;
  format = {d->f, static_cast<unsigned>(d->x) / 8, components};
  return cudaSuccess;
}

}  // namespace cudasim

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned int flags) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] {
    if ((flags & cudaArrayLayered) != 0) return cudaErrorInvalidValue;
    return cudasim::make_array(array, format, {width, height, 0}, flags, caller);
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return cudasim::make_array(array, format, extent, flags, caller); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return cudasim::free_array(array, caller); });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  return guarded([=] {
    if (!is_array(array)) return cudaErrorInvalidValue;
    if ((format != nullptr && !can_tell(format)) || (extent != nullptr && !can_tell(extent)) ||
        (flags != nullptr && !can_tell(flags)))
      return cudaErrorInvalidValue;
    if (format != nullptr) *format = array->described;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return guarded([=] {
    if (!is_array(array) || !can_tell(format)) return cudaErrorInvalidValue;
    *format = array->described;
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
