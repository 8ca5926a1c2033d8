// Copies and fills of boxes of memory, for the runtime calls that make them.
#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/stream.hpp"

namespace cudasim {

/// Checks the sides of a copy against its direction: cudaErrorInvalidMemcpyDirection for an invalid direction,
/// cudaErrorInvalidValue for a range that is not on the side that the direction says.
cudaError_t check_copy(const void* to, std::size_t to_bytes, const void* from, std::size_t from_bytes,
                       cudaMemcpyKind kind);

/// A box of bytes inside pitched memory: `begin` is its first byte.
struct Box {
  char* begin;
  std::size_t pitch;
  std::size_t slice;  ///< bytes from one plane to the next

  char* row(std::size_t y, std::size_t z) const { return begin + z * slice + y * pitch; }
  /// Bytes from the start to the end of an extent.
  std::size_t span(cudaExtent extent) const {
    return (extent.depth - 1) * slice + (extent.height - 1) * pitch + extent.width;
  }
};

/// Copies bytes, rows and planes; each side is checked before the first byte is touched.
cudaError_t copy(const Box& to, const Box& from, cudaExtent extent, cudaMemcpyKind kind);

/// Memory with one plane.
Box plane(const void* begin, std::size_t pitch);

/// The caller, and whether the call returns only when the work is done.
struct Asker {
  cudaStream_t stream;
  const void* caller;
  bool waits;
  const char* name = __builtin_FUNCTION();  ///< the call
};

/// For work that graphs do not support.
template <class Body>
cudaError_t on_stream(const Asker& asker, Body body) {
  const auto work = [&]() -> cudaError_t {
    if (!valid_stream(asker.stream)) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = forbidden_in_capture(asker.stream)) return error;
    if (asker.waits)
      if (const cudaError_t error = forbidden_as_unsafe()) return error;
    if (const cudaError_t error = finish_launch(asker.stream)) return error;
    if (observer == nullptr) return body();
    const StreamCall call{stream_name(asker.stream), asker.caller, asker.waits};
    observer->call_begins(call);
    const cudaError_t error = body();
    observer->call_ends();
    return error;
  };
  return guarded(work, asker.name);
}

/// cudaMemcpy3D if one side or both are an array. (array_copies.cpp)
cudaError_t copy_with_arrays(const cudaMemcpy3DParms& parameters);

}  // namespace cudasim
