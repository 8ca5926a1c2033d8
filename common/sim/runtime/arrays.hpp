// CUDA arrays: rows one after the other in device memory. The layout is this simulator's choice.
#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// The components of an element.
struct ElementFormat {
  cudaChannelFormatKind kind;
  unsigned component_bytes;  ///< 1, 2 or 4
  unsigned components;       ///< 1, 2 or 4

  std::size_t bytes() const { return std::size_t{component_bytes} * components; }
};

/// cudaErrorInvalidChannelDescriptor if no element has this format.
cudaError_t read_format(const cudaChannelFormatDesc* described, ElementFormat& format);

}  // namespace cudasim

/// The object of an opaque handle.
struct cudaArray {
  cudaChannelFormatDesc described;
  cudasim::ElementFormat format;
  cudaExtent extent;  ///< As requested, in elements: 0 for dimensions that the array does not have.
  unsigned flags;
  char* begin;

  bool layered() const { return (flags & cudaArrayLayered) != 0; }
  std::size_t pitch() const { return extent.width * format.bytes(); }
  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t planes() const { return extent.depth == 0 ? 1 : extent.depth; }
};

namespace cudasim {

bool is_array(cudaArray_const_t array);

}  // namespace cudasim
