// Texture and surface objects in device code. The runtime (texture_fetch.cpp, surface_access.cpp) reads and writes; here each element
// gets its type. Inlined always, so that an access belongs to the caller's line.
#pragma once

#include <type_traits>

#include "cudasim/api.hpp"

namespace cudasim {

/// What a fetch delivers: four components, floats or integers of 32 bits.
struct Texel {
  unsigned bits[4];
};

/// The types that textures and surfaces have elements of. `kind` and `bits` are a component's.
template <class T>
struct TexelOf {
  static constexpr cudaChannelFormatDesc format = {0, 0, 0, 0, cudaChannelFormatKindNone};
};

template <class T>
inline __attribute__((always_inline)) T component(unsigned bits) {
  return static_cast<T>(bits);
}
template <>
inline __attribute__((always_inline)) float component<float>(unsigned bits) {
  return __builtin_bit_cast(float, bits);
}

#define CUDASIM_TEXEL(type, scalar, element_kind, y_bits, zw_bits, ...)                     \
  template <>                                                                               \
  struct TexelOf<type> {                                                                    \
    using Type = type;                                                                      \
    static constexpr int bits = 8 * sizeof(scalar);                                         \
    static constexpr cudaChannelFormatDesc format = {bits, y_bits, zw_bits, zw_bits,        \
                                                     cudaChannelFormatKind##element_kind};  \
    static inline __attribute__((always_inline)) type of([[maybe_unused]] const Texel& t) { \
      return __VA_ARGS__;                                                                   \
    }                                                                                       \
  };
#define CUDASIM_TEXELS(name, scalar, kind)                                                                 \
  CUDASIM_TEXEL(scalar, scalar, kind, 0, 0, component<scalar>(t.bits[0]))                                  \
  CUDASIM_TEXEL(name##1, scalar, kind, 0, 0, {component<scalar>(t.bits[0])})                               \
  CUDASIM_TEXEL(name##2, scalar, kind, bits, 0,                                                            \
                {component<scalar>(t.bits[0]), component<scalar>(t.bits[1])})                              \
  CUDASIM_TEXEL(name##4, scalar, kind, bits, bits,                                                         \
                {component<scalar>(t.bits[0]), component<scalar>(t.bits[1]), component<scalar>(t.bits[2]), \
                 component<scalar>(t.bits[3])})
CUDASIM_TEXEL(char, char, Signed, 0, 0, component<char>(t.bits[0]))
CUDASIM_TEXELS(char, signed char, Signed)
CUDASIM_TEXELS(uchar, unsigned char, Unsigned)
CUDASIM_TEXELS(short, short, Signed)
CUDASIM_TEXELS(ushort, unsigned short, Unsigned)
CUDASIM_TEXELS(int, int, Signed)
CUDASIM_TEXELS(uint, unsigned int, Unsigned)
CUDASIM_TEXELS(float, float, Float)
#undef CUDASIM_TEXELS
#undef CUDASIM_TEXEL

/// Elements that a surface has beside those of textures: it moves bytes.
template <class T>
struct SurfaceElement {
  using Type = typename TexelOf<T>::Type;
};
#define CUDASIM_ELEMENT(type)   \
  template <>                   \
  struct SurfaceElement<type> { \
    using Type = type;          \
  };
CUDASIM_ELEMENT(long long)
CUDASIM_ELEMENT(unsigned long long)
CUDASIM_ELEMENT(longlong1)
CUDASIM_ELEMENT(ulonglong1)
CUDASIM_ELEMENT(longlong2)
CUDASIM_ELEMENT(ulonglong2)
#undef CUDASIM_ELEMENT

/// How an object is asked.
enum class Shape : unsigned char { line, plane, box, lines, planes };

namespace detail {
constexpr bool is_float(const cudaChannelFormatDesc& format) {
  return format.f == cudaChannelFormatKindFloat;
}

Texel fetch_linear(cudaTextureObject_t object, bool as_float, int x);
/// `layer` of the layered shapes.
Texel fetch(Shape shape, cudaTextureObject_t object, bool as_float, float x, float y, float z, int layer);

struct SurfacePlace {
  Shape shape;
  int x;  ///< bytes
  int y;
  int z;  ///< or the layer
  cudaSurfaceBoundaryMode mode;
};
void read_surface(cudaSurfaceObject_t object, const SurfacePlace& place, void* to, unsigned bytes);
void write_surface(cudaSurfaceObject_t object, const SurfacePlace& place, const void* from, unsigned bytes);
}  // namespace detail
}  // namespace cudasim

/// None of a type that is no element.
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudasim::TexelOf<T>::format;
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }

#define CUDASIM_LIST(...) __VA_ARGS__
#define CUDASIM_FETCH(name, parameters, call, arguments)                                  \
  template <class T>                                                                      \
  inline __attribute__((always_inline)) typename ::cudasim::TexelOf<T>::Type name(        \
      cudaTextureObject_t object, CUDASIM_LIST parameters) {                              \
    constexpr bool as_float = ::cudasim::detail::is_float(::cudasim::TexelOf<T>::format); \
    return ::cudasim::TexelOf<T>::of(::cudasim::detail::call);                            \
  }                                                                                       \
  template <class T>                                                                      \
  inline __attribute__((always_inline)) void name(T* to, cudaTextureObject_t object,      \
                                                  CUDASIM_LIST parameters) {              \
    *to = name<T>(object, CUDASIM_LIST arguments);                                        \
  }
CUDASIM_FETCH(tex1Dfetch, (int x), fetch_linear(object, as_float, x), (x))
CUDASIM_FETCH(tex1D, (float x), fetch(::cudasim::Shape::line, object, as_float, x, 0, 0, 0), (x))
CUDASIM_FETCH(tex2D, (float x, float y), fetch(::cudasim::Shape::plane, object, as_float, x, y, 0, 0), (x, y))
CUDASIM_FETCH(tex3D, (float x, float y, float z), fetch(::cudasim::Shape::box, object, as_float, x, y, z, 0),
              (x, y, z))
CUDASIM_FETCH(tex1DLayered, (float x, int layer),
              fetch(::cudasim::Shape::lines, object, as_float, x, 0, 0, layer), (x, layer))
CUDASIM_FETCH(tex2DLayered, (float x, float y, int layer),
              fetch(::cudasim::Shape::planes, object, as_float, x, y, 0, layer), (x, y, layer))
#undef CUDASIM_FETCH

#define CUDASIM_SURFACE(name, shape, parameters, place_y, place_z, arguments)                              \
  template <class T>                                                                                       \
  inline __attribute__((always_inline)) typename ::cudasim::SurfaceElement<T>::Type name##read(            \
      cudaSurfaceObject_t object, CUDASIM_LIST parameters,                                                 \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                               \
    T value;                                                                                               \
    ::cudasim::detail::read_surface(object, {::cudasim::Shape::shape, x, place_y, place_z, mode}, &value,  \
                                    sizeof value);                                                         \
    return value;                                                                                          \
  }                                                                                                        \
  template <class T>                                                                                       \
  inline __attribute__((always_inline)) void name##read(                                                   \
      T* to, cudaSurfaceObject_t object, CUDASIM_LIST parameters,                                          \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                               \
    *to = name##read<T>(object, CUDASIM_LIST arguments, mode);                                             \
  }                                                                                                        \
  template <class T>                                                                                       \
  inline __attribute__((always_inline)) std::void_t<typename ::cudasim::SurfaceElement<T>::Type>           \
      name##write(T value, cudaSurfaceObject_t object, CUDASIM_LIST parameters,                            \
                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                   \
    ::cudasim::detail::write_surface(object, {::cudasim::Shape::shape, x, place_y, place_z, mode}, &value, \
                                     sizeof value);                                                        \
  }
CUDASIM_SURFACE(surf1D, line, (int x), 0, 0, (x))
CUDASIM_SURFACE(surf2D, plane, (int x, int y), y, 0, (x, y))
CUDASIM_SURFACE(surf3D, box, (int x, int y, int z), y, z, (x, y, z))
CUDASIM_SURFACE(surf1DLayered, lines, (int x, int layer), 0, layer, (x, layer))
CUDASIM_SURFACE(surf2DLayered, planes, (int x, int y, int layer), y, layer, (x, y, layer))
#undef CUDASIM_SURFACE
#undef CUDASIM_LIST
