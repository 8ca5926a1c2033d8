// The objects behind texture and surface handles. Kernels look them up at each fetch, so the lookup takes no lock.
#pragma once

#include <cstddef>

#include "cudasim/textures.hpp"
#include "sim/runtime/arrays.hpp"

namespace cudasim {

struct TextureObject {
  unsigned long long handle;
  bool is_surface;
  cudaResourceDesc resource;
  cudaTextureDesc settings;  ///< of a texture
  ElementFormat format;
  char* begin;
  std::size_t width, rows, planes;  ///< Elements; 1 for dimensions that it does not have.
  std::size_t pitch, slice;         ///< bytes
  unsigned dimensions;              ///< of a layer
  bool layered;
  bool linear;             ///< plain memory, for tex1Dfetch
  bool normalized_floats;  ///< integers are read as numbers from -1 or 0 to 1

  char* element(std::size_t x, std::size_t y, std::size_t z) const {
    return begin + z * slice + y * pitch + x * format.bytes();
  }
};

/// Its sampling state.
inline Shape shape_of(const TextureObject& texture) {
  if (texture.layered) return texture.dimensions == 1 ? Shape::lines : Shape::planes;
  return texture.dimensions == 1 ? Shape::line : texture.dimensions == 2 ? Shape::plane : Shape::box;
}

/// Null if it does not exist.
const TextureObject* find_texture(unsigned long long handle);

/// For the running thread, which ends if the object does not exist or is of another kind.
const TextureObject& texture_for_thread(unsigned long long handle, bool surface);

}  // namespace cudasim
