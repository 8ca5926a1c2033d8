// Copies to, from and between arrays.
#include <cstdint>

#include "cudasim/api.hpp"
#include "sim/runtime/arrays.hpp"
#include "sim/runtime/copy.hpp"

namespace cudasim {
namespace {

/// One side of a copy: widths and x are in bytes.
struct Side {
  Box box = {};
  cudaError_t error = cudaSuccess;
};

Side side_of(cudaArray_const_t array, cudaPos at, cudaExtent bytes) {
  if (!is_array(array)) return {{}, cudaErrorInvalidResourceHandle};
  const auto outside = [](std::size_t from, std::size_t count, std::size_t all) {
    return from > all || count > all - from;
  };
  if (outside(at.x, bytes.width, array->pitch()) || outside(at.y, bytes.height, array->rows()) ||
      outside(at.z, bytes.depth, array->planes()))
    return {{}, cudaErrorInvalidValue};
  const std::size_t slice = array->pitch() * array->rows();
  return {{array->begin + at.z * slice + at.y * array->pitch() + at.x, array->pitch(), slice}};
}

Side side_of(const cudaPitchedPtr& pitched, cudaPos at) {
  if (pitched.ptr == nullptr) return {{}, cudaErrorInvalidValue};
  const std::size_t slice = pitched.pitch * pitched.ysize;
  return {
      {static_cast<char*>(pitched.ptr) + at.z * slice + at.y * pitched.pitch + at.x, pitched.pitch, slice}};
}

Side side_of(const void* begin, std::size_t pitch, std::size_t width) {
  if (width > pitch) return {{}, cudaErrorInvalidPitchValue};
  return {plane(begin, pitch)};
}

cudaError_t copy_sides(const Side& to, const Side& from, cudaExtent bytes, cudaMemcpyKind kind) {
  if (to.error != cudaSuccess) return to.error;
  if (from.error != cudaSuccess) return from.error;
  return copy(to.box, from.box, bytes, kind);
}

/// Rows of an array are contiguous, so bytes that continue in the next row are one range.
Side line_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t bytes) {
  if (!is_array(array)) return {{}, cudaErrorInvalidResourceHandle};
  const std::size_t all = array->pitch() * array->rows();
  if (x >= array->pitch() || y >= array->rows() || bytes > all - y * array->pitch() - x)
    return {{}, cudaErrorInvalidValue};
  return {plane(array->begin + y * array->pitch() + x, bytes)};
}

cudaPos in_bytes(cudaPos elements, std::size_t each) { return {elements.x * each, elements.y, elements.z}; }

}  // namespace

cudaError_t copy_with_arrays(const cudaMemcpy3DParms& p) {
  if ((p.srcArray != nullptr && p.srcPtr.ptr != nullptr) ||
      (p.dstArray != nullptr && p.dstPtr.ptr != nullptr))
    return cudaErrorInvalidValue;
  cudaArray_const_t array = p.srcArray != nullptr ? p.srcArray : p.dstArray;
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  const std::size_t each = array->format.bytes();
  if (p.srcArray != nullptr && p.dstArray != nullptr &&
      (!is_array(p.dstArray) || p.dstArray->format.bytes() != each))
    return cudaErrorInvalidValue;
  if (p.extent.width > SIZE_MAX / each || p.srcPos.x > SIZE_MAX / each || p.dstPos.x > SIZE_MAX / each)
    return cudaErrorInvalidValue;
  const cudaExtent bytes = {p.extent.width * each, p.extent.height, p.extent.depth};
  const Side to = p.dstArray != nullptr ? side_of(p.dstArray, in_bytes(p.dstPos, each), bytes)
                                        : side_of(p.dstPtr, p.dstPos);
  const Side from = p.srcArray != nullptr ? side_of(p.srcArray, in_bytes(p.srcPos, each), bytes)
                                          : side_of(p.srcPtr, p.srcPos);
  return copy_sides(to, from, bytes, p.kind);
}

}  // namespace cudasim

using cudasim::copy_sides;
using cudasim::line_of;
using cudasim::on_stream;
using cudasim::side_of;

#define CALLER __builtin_return_address(0)

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream({stream, CALLER, false}, [=] {
    const cudaExtent bytes = {width, height, 1};
    return copy_sides(side_of(to, {x, y, 0}, bytes), side_of(from, from_pitch, width), bytes, kind);
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t from_pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  return on_stream({nullptr, CALLER, true}, [=] {
    const cudaExtent bytes = {width, height, 1};
    return copy_sides(side_of(to, {x, y, 0}, bytes), side_of(from, from_pitch, width), bytes, kind);
  });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t to_pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return on_stream({stream, CALLER, false}, [=] {
    const cudaExtent bytes = {width, height, 1};
    return copy_sides(side_of(to, to_pitch, width), side_of(from, {x, y, 0}, bytes), bytes, kind);
  });
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t to_pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return on_stream({nullptr, CALLER, true}, [=] {
    const cudaExtent bytes = {width, height, 1};
    return copy_sides(side_of(to, to_pitch, width), side_of(from, {x, y, 0}, bytes), bytes, kind);
  });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                     cudaArray_const_t from, std::size_t from_x, std::size_t from_y,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return on_stream({nullptr, CALLER, true}, [=] {
    const cudaExtent bytes = {width, height, 1};
    return copy_sides(side_of(to, {to_x, to_y, 0}, bytes), side_of(from, {from_x, from_y, 0}, bytes), bytes,
                      kind);
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  return on_stream({nullptr, CALLER, true}, [=] {
    return copy_sides(line_of(to, x, y, bytes), side_of(from, bytes, bytes), {bytes, 1, 1}, kind);
  });
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
  return on_stream({nullptr, CALLER, true}, [=] {
    return copy_sides(side_of(to, bytes, bytes), line_of(from, x, y, bytes), {bytes, 1, 1}, kind);
  });
}
