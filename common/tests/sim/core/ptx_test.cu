// Inline PTX that common code has. The wanted values are the PTX manual's.
#include <doctest/doctest.h>

#include <cstdint>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void special_registers(unsigned* out) {
  unsigned lane, warp, below, from, equal, x, width;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;\n\tmov.u32 %1, %%lanemask_ge;" : "=r"(below), "=r"(from));
  asm("mov.u32 %0, %lanemask_eq;" : "=r"(equal));
  asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%ntid.x;" : "=r"(x), "=r"(width));
  const bool right = lane == threadIdx.x % 32 && warp == threadIdx.x / 32 && below == (1u << lane) - 1 &&
                     from == ~below && equal == 1u << lane && x == threadIdx.x && width == blockDim.x;
  out[threadIdx.x] = right;
}

__device__ unsigned extract(unsigned a, unsigned position, unsigned length) {
  unsigned bits;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(bits) : "r"(a), "r"(position), "r"(length));
  return bits;
}
__device__ int extract_signed(int a, int position, int length) {
  int bits;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(bits) : "r"(a), "r"(position), "r"(length));
  return bits;
}

__global__ void integers(unsigned* out, unsigned a, unsigned b, unsigned c) {
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(c));
  out[2] = extract(a, 4, 8);
  out[3] = extract(a, 28, 8);
  out[4] = static_cast<unsigned>(extract_signed(static_cast<int>(a), 4, 4));
  out[5] = static_cast<unsigned>(extract_signed(static_cast<int>(0x80000000u), 28, 8));
  out[6] = extract(a, 0, 0);
  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(out[7]) : "r"(a), "r"(b));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(out[8]) : "r"(a), "r"(b));
  asm("brev.b32 %0, %1;" : "=r"(out[9]) : "r"(a));
  asm("popc.b32 %0, %1;" : "=r"(out[10]) : "r"(a));
  asm("clz.b32 %0, %1;" : "=r"(out[11]) : "r"(a >> 5));
  asm("shf.l.wrap.b32 %0, %1, %2, 12;" : "=r"(out[12]) : "r"(a), "r"(b));
  asm("shl.b32 %0, %1, 32;" : "=r"(out[13]) : "r"(a));
  asm("shr.s32 %0, %1, 40;" : "=r"(out[14]) : "r"(0x80000000u));
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(out[15]) : "r"(a), "r"(b));
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(out[16]) : "r"(a), "r"(b), "r"(c));
  unsigned long long wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
  out[17] = static_cast<unsigned>(wide >> 32);
  unsigned both = a;
  asm("{ .reg .u32 t, u;\n add.u32 t, %0, %1; // once\n add.u32 u, t, 1;\n mov.u32 %0, u; }"
      : "+r"(both)
      : "r"(b));
  out[18] = both;
}

__global__ void memory(const float* in, float* out) {
  float x, y, z;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(in));
  asm volatile("ld.global.cg.f32 %0, [%1+4];" : "=f"(y) : "l"(in) : "memory");
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(z) : "f"(x), "f"(y), "f"(0.5f));
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out), "f"(z) : "memory");
  unsigned bits;
  asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(1.0f));
  out[1] = bits == 0x3f800000u;
}

__global__ void barriers(int* out) {
  __shared__ int slots[64];
  slots[threadIdx.x] = static_cast<int>(threadIdx.x);
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = slots[63 - threadIdx.x];
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("bar.warp.sync %0;" ::"r"(0xffffffffu) : "memory");
}

}  // namespace

TEST_CASE("special registers") {
  Managed<unsigned> out(96);
  special_registers<<<1, 96>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (const unsigned right : out) CHECK(right == 1);
}

TEST_CASE("instructions on integers") {
  const unsigned a = 0x9abcdef7u, b = 0x12345678u, c = 0x0f0f0f0fu;
  Managed<unsigned> out(19);
  integers<<<1, 1>>>(out.get(), a, b, c);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == (a ^ b ^ c));
  CHECK(out[1] == ((a & b) | (a & c) | (b & c)));
  CHECK(out[2] == 0xefu);
  CHECK(out[3] == 0x9u);
  CHECK(out[4] == 0xffffffffu);
  CHECK(out[5] == 0xfffffff8u);
  CHECK(out[6] == 0);
  CHECK(out[7] == 0x12345778u);
  CHECK(out[8] == 0x5678def7u);
  CHECK(out[9] == 0xef7b3d59u);
  CHECK(out[10] == 22);
  CHECK(out[11] == 5);
  CHECK(out[12] == 0x456789abu);
  CHECK(out[13] == 0);
  CHECK(out[14] == 0xffffffffu);
  CHECK(out[15] == static_cast<unsigned>(std::uint64_t{a} * b >> 32));
  CHECK(out[16] == a * b + c);
  CHECK(out[17] == out[15]);
  CHECK(out[18] == a + b + 1);
}

TEST_CASE("loads, stores and the bits of a float") {
  Managed<float> in(2, 3.0f), out(2);
  memory<<<1, 1>>>(in.get(), out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 9.5f);
  CHECK(out[1] == 1.0f);
}

TEST_CASE("barriers") {
  Managed<int> out(64);
  barriers<<<1, 64>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<std::size_t>(i)] == 63 - i);
}
