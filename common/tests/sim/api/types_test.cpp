#include <cuComplex.h>
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <type_traits>

// Sizes and alignments as nvcc 13 reports them.
#define HAS_LAYOUT(type, size, alignment) \
  static_assert(sizeof(type) == size && alignof(type) == alignment, #type)
HAS_LAYOUT(char1, 1, 1);
HAS_LAYOUT(uchar2, 2, 2);
HAS_LAYOUT(char3, 3, 1);
HAS_LAYOUT(uchar4, 4, 4);
HAS_LAYOUT(short2, 4, 4);
HAS_LAYOUT(ushort3, 6, 2);
HAS_LAYOUT(short4, 8, 8);
HAS_LAYOUT(int2, 8, 8);
HAS_LAYOUT(uint3, 12, 4);
HAS_LAYOUT(int4, 16, 16);
HAS_LAYOUT(long2, 16, 16);
HAS_LAYOUT(ulong4, 32, 16);
HAS_LAYOUT(longlong3, 24, 8);
HAS_LAYOUT(float1, 4, 4);
HAS_LAYOUT(float2, 8, 8);
HAS_LAYOUT(float3, 12, 4);
HAS_LAYOUT(float4, 16, 16);
HAS_LAYOUT(double2, 16, 16);
HAS_LAYOUT(double3, 24, 8);
HAS_LAYOUT(double4, 32, 16);
HAS_LAYOUT(double4_16a, 32, 16);
HAS_LAYOUT(double4_32a, 32, 32);
static_assert(std::is_trivial<float4>::value, "");

TEST_CASE("vectors are made and read by component") {
  const float4 v = make_float4(1, 2, 3, 4);
  CHECK(v.w == 4);
  const uchar3 colour = {10, 20, 30};
  CHECK(colour.z == 30);
  CHECK(make_double4_32a(1, 2, 3, 4).y == 2);
}

TEST_CASE("missing members of a dim3 are 1") {
  const dim3 line = 7, plane(2, 3);
  CHECK(line.x == 7);
  CHECK(line.y == 1);
  CHECK(plane.z == 1);
  const uint3 index = plane;
  CHECK(dim3(index).y == 3);
}

TEST_CASE("complex numbers multiply and divide") {
  const cuFloatComplex a = make_cuComplex(1, 2), b = make_cuComplex(3, -4);
  CHECK(cuCmulf(a, b).x == 11);
  CHECK(cuCmulf(a, b).y == 2);
  CHECK(cuCabsf(b) == 5);
  const cuDoubleComplex q = cuCdiv(make_cuDoubleComplex(11, 2), make_cuDoubleComplex(3, -4));
  CHECK(cuCreal(q) == doctest::Approx(1));
  CHECK(cuCimag(q) == doctest::Approx(2));
}
