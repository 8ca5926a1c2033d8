// Texture references: variables that kernels fetch from and that the host binds to memory. CUDA 12 has dropped them; here they hold the
// texture object that a binding makes. A file that declares or binds one includes this header (translate/textures.cpp).
#pragma once

#include <climits>

#include "cudasim/textures.hpp"

constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3,
              cudaTextureType1DLayered = 0xF1, cudaTextureType2DLayered = 0xF2;

struct textureReference {
  int normalized = 0;
  cudaTextureFilterMode filterMode = cudaFilterModePoint;
  cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp};
  cudaChannelFormatDesc channelDesc = {};
  int sRGB = 0;
  unsigned int maxAnisotropy = 0;
  cudaTextureReadMode cudasim_read_mode = cudaReadModeElementType;
  mutable cudaTextureObject_t cudasim_object = 0;
};

namespace cudasim {
namespace detail {
cudaError_t bind_texture(const textureReference& reference, cudaResourceDesc resource, std::size_t* offset);
cudaError_t unbind_texture(const textureReference& reference);
/// In the runtime, since kernels do not read the variable themselves.
cudaTextureObject_t bound_object(const textureReference& reference);

inline cudaError_t bind_linear(std::size_t* offset, const textureReference& reference, const void* begin,
                               const cudaChannelFormatDesc& format, std::size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {const_cast<void*>(begin), format, bytes};
  return bind_texture(reference, resource, offset);
}
inline cudaError_t bind_pitched(std::size_t* offset, const textureReference& reference, const void* begin,
                                const cudaChannelFormatDesc& format, std::size_t width, std::size_t height,
                                std::size_t pitch) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {const_cast<void*>(begin), format, width, height, pitch};
  return bind_texture(reference, resource, offset);
}
inline cudaError_t bind_array(const textureReference& reference, cudaArray_const_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  return bind_texture(reference, resource, nullptr);
}

template <class T, cudaTextureReadMode mode>
using Fetched =
    std::conditional_t<mode == cudaReadModeElementType, T,
                       std::conditional_t<(TexelOf<T>::format.w > 0), float4,
                                          std::conditional_t<(TexelOf<T>::format.y > 0), float2, float>>>;
}  // namespace detail

template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct [[deprecated(
    "CUDA 12 has dropped texture references: make an object with cudaCreateTextureObject and "
    "pass it to the kernel")]] texture : textureReference{
  texture(int normalized_coordinates = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp) :
      texture(normalized_coordinates, filter, address, TexelOf<T>::format){} texture(
          int normalized_coordinates, cudaTextureFilterMode filter, cudaTextureAddressMode address,
          cudaChannelFormatDesc format){normalized = normalized_coordinates;
filterMode = filter;
for (auto& each : addressMode) each = address;
channelDesc = format;
cudasim_read_mode = mode;
}  // namespace cudasim
}
;

// Found by their argument.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define CUDASIM_LIST(...) __VA_ARGS__
#define CUDASIM_REFERENCE template <class T, int type, cudaTextureReadMode mode>
#define CUDASIM_FETCH(name, kind, parameters, arguments)                                 \
  template <class T, cudaTextureReadMode mode>                                           \
  inline __attribute__((always_inline)) detail::Fetched<T, mode> name(                   \
      const texture<T, kind, mode>& reference, CUDASIM_LIST parameters) {                \
    return ::name<detail::Fetched<T, mode>>(detail::bound_object(reference), arguments); \
  }
CUDASIM_REFERENCE inline __attribute__((always_inline)) detail::Fetched<T, mode> tex1Dfetch(
    const texture<T, type, mode>& reference, int x) {
  return ::tex1Dfetch<detail::Fetched<T, mode>>(detail::bound_object(reference), x);
}
CUDASIM_FETCH(tex1D, cudaTextureType1D, (float x), CUDASIM_LIST(x))
CUDASIM_FETCH(tex2D, cudaTextureType2D, (float x, float y), CUDASIM_LIST(x, y))
CUDASIM_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), CUDASIM_LIST(x, y, z))
CUDASIM_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), CUDASIM_LIST(x, layer))
CUDASIM_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer),
              CUDASIM_LIST(x, y, layer))
#undef CUDASIM_FETCH

CUDASIM_REFERENCE cudaError_t cudaBindTexture(std::size_t* offset, const texture<T, type, mode>& reference,
                                              const void* begin, std::size_t bytes = UINT_MAX) {
  return detail::bind_linear(offset, reference, begin, TexelOf<T>::format, bytes);
}
CUDASIM_REFERENCE cudaError_t cudaBindTexture(std::size_t* offset, const texture<T, type, mode>& reference,
                                              const void* begin, const cudaChannelFormatDesc& format,
                                              std::size_t bytes = UINT_MAX) {
  return detail::bind_linear(offset, reference, begin, format, bytes);
}
CUDASIM_REFERENCE cudaError_t cudaBindTexture2D(std::size_t* offset, const texture<T, type, mode>& reference,
                                                const void* begin, std::size_t width, std::size_t height,
                                                std::size_t pitch) {
  return detail::bind_pitched(offset, reference, begin, TexelOf<T>::format, width, height, pitch);
}
CUDASIM_REFERENCE cudaError_t cudaBindTexture2D(std::size_t* offset, const texture<T, type, mode>& reference,
                                                const void* begin, const cudaChannelFormatDesc& format,
                                                std::size_t width, std::size_t height, std::size_t pitch) {
  return detail::bind_pitched(offset, reference, begin, format, width, height, pitch);
}
CUDASIM_REFERENCE cudaError_t cudaBindTextureToArray(const texture<T, type, mode>& reference,
                                                     cudaArray_const_t array) {
  return detail::bind_array(reference, array);
}
CUDASIM_REFERENCE cudaError_t cudaBindTextureToArray(const texture<T, type, mode>& reference,
                                                     cudaArray_const_t array, const cudaChannelFormatDesc&) {
  return detail::bind_array(reference, array);
}
CUDASIM_REFERENCE cudaError_t cudaUnbindTexture(const texture<T, type, mode>& reference) {
  return detail::unbind_texture(reference);
}
#undef CUDASIM_REFERENCE
#undef CUDASIM_LIST
#pragma GCC diagnostic pop
}  // namespace cudasim

inline cudaError_t cudaBindTexture(std::size_t* offset, const textureReference* reference, const void* begin,
                                   const cudaChannelFormatDesc* format, std::size_t bytes = UINT_MAX) {
  return ::cudasim::detail::bind_linear(offset, *reference, begin, *format, bytes);
}
inline cudaError_t cudaBindTexture2D(std::size_t* offset, const textureReference* reference,
                                     const void* begin, const cudaChannelFormatDesc* format,
                                     std::size_t width, std::size_t height, std::size_t pitch) {
  return ::cudasim::detail::bind_pitched(offset, *reference, begin, *format, width, height, pitch);
}
inline cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc*) {
  return ::cudasim::detail::bind_array(*reference, array);
}
inline cudaError_t cudaUnbindTexture(const textureReference* reference) {
  return ::cudasim::detail::unbind_texture(*reference);
}
