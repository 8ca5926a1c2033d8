// A call of a library for the host that works on device memory in a stream, as those of cuBLAS and cuFFT do: the work is done on the host.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Memory of the device that the call reads or writes: rows of `bytes`, `pitch` bytes apart.
struct Operand {
  const char* name;  ///< in the library's documentation
  const void* begin;
  std::size_t bytes;
  std::size_t rows = 1;
  std::size_t pitch = 0;
  bool is_read = true;
  bool is_written = false;
};

struct LibraryCall {
  const char* name;
  cudaStream_t stream;
  const void* caller;       ///< its return address
  bool host_waits = false;  ///< Returns when the work is done.
};

/// Checks that the operands are memory of the device, with a message if not; then does the work, or captures it.
cudaError_t run_library_call(const LibraryCall& call, const std::vector<Operand>& operands,
                             const std::function<void()>& work);

}  // namespace cudasim
