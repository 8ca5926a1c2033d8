// Qualifiers and built-in vector types. Sizes and alignments are those of the CUDA 13 headers, so that an
// array of them has the device's layout and a vector access is as wide as on the device.
#pragma once

#include <cstddef>

// Thrust and the samples ask by this name whether the qualifiers are there already.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__
#endif

namespace cudasim {
/// __half, __nv_bfloat16 and their pairs.
template <class T>
inline constexpr bool is_small_float = false;
}  // namespace cudasim

// ---- qualifiers ----
// Device code is host code here, so most qualifiers mean nothing. `__shared__` is rewritten by the translator.
#ifdef CUDASIM_LENS  // arguments come in registers: what is read from memory is what the source reads
#ifdef __clang__
#define __global__ __attribute__((noinline))
#else
#define __global__ __attribute__((noinline, noclone))
#endif
#else
#define __global__
#endif
#define __device__
#define __host__
#define __constant__
// Of device variables (translate/device_variables.cpp). `used`: stores to what no kernel reads stay; the host might read it.
#define CUDASIM_INTERNAL static __attribute__((used))
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __nv_pure__
// Host code may touch managed variables, which other device symbols forbid: the section tells them apart.
#define __managed__ __attribute__((section("cudasim_managed")))
#define __noinline__  // libstdc++ writes __attribute__((__noinline__)): it has to vanish
#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

// ---- vector types ----
// One component count per macro; the `make_` functions are next to their type.
#define CUDASIM_VECTOR1(name, element, alignment) \
  struct alignas(alignment) name {                \
    element x;                                    \
  };                                              \
  constexpr name make_##name(element x) { return {x}; }
#define CUDASIM_VECTOR2(name, element, alignment) \
  struct alignas(alignment) name {                \
    element x, y;                                 \
  };                                              \
  constexpr name make_##name(element x, element y) { return {x, y}; }
#define CUDASIM_VECTOR3(name, element, alignment) \
  struct alignas(alignment) name {                \
    element x, y, z;                              \
  };                                              \
  constexpr name make_##name(element x, element y, element z) { return {x, y, z}; }
#define CUDASIM_VECTOR4(name, element, alignment) \
  struct alignas(alignment) name {                \
    element x, y, z, w;                           \
  };                                              \
  constexpr name make_##name(element x, element y, element z, element w) { return {x, y, z, w}; }
#define CUDASIM_VECTORS(name, element)                   \
  CUDASIM_VECTOR1(name##1, element, sizeof(element))     \
  CUDASIM_VECTOR2(name##2, element, 2 * sizeof(element)) \
  CUDASIM_VECTOR3(name##3, element, sizeof(element))     \
  CUDASIM_VECTOR4(name##4, element, 4 * sizeof(element) < 16 ? 4 * sizeof(element) : std::size_t{16})
/// The four-component types of 32 bytes exist with both alignments since CUDA 13.
#define CUDASIM_WIDE_VECTORS(name, element) \
  CUDASIM_VECTOR4(name##4_16a, element, 16) \
  CUDASIM_VECTOR4(name##4_32a, element, 32)

CUDASIM_VECTORS(char, signed char)
CUDASIM_VECTORS(uchar, unsigned char)
CUDASIM_VECTORS(short, short)
CUDASIM_VECTORS(ushort, unsigned short)
CUDASIM_VECTORS(int, int)
CUDASIM_VECTORS(uint, unsigned int)
CUDASIM_VECTORS(long, long)
CUDASIM_VECTORS(ulong, unsigned long)
CUDASIM_VECTORS(longlong, long long)
CUDASIM_VECTORS(ulonglong, unsigned long long)
CUDASIM_VECTORS(float, float)
CUDASIM_VECTORS(double, double)
CUDASIM_WIDE_VECTORS(long, long)
CUDASIM_WIDE_VECTORS(ulong, unsigned long)
CUDASIM_WIDE_VECTORS(longlong, long long)
CUDASIM_WIDE_VECTORS(ulonglong, unsigned long long)
CUDASIM_WIDE_VECTORS(double, double)

#undef CUDASIM_WIDE_VECTORS
#undef CUDASIM_VECTORS
#undef CUDASIM_VECTOR4
#undef CUDASIM_VECTOR3
#undef CUDASIM_VECTOR2
#undef CUDASIM_VECTOR1

/// Extent of a grid or block; what is left out is 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
