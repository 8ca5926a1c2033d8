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

/// Barriers that vote: how many, any, all; and a count that is no constant.
__global__ void voting_barriers(int* out, int some) {
  const int t = static_cast<int>(threadIdx.x);
  int count, any, all;
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, %2; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(count)
               : "r"(t), "r"(some)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 5; barrier.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
               : "=r"(any)
               : "r"(t)
               : "memory");
  asm volatile(
      "{ .reg .pred p, q; setp.ne.s32 p, %1, 5; barrier.cta.red.and.aligned.pred q, 0, p; selp.s32 %0, 1, 0, "
      "q; }"
      : "=r"(all)
      : "r"(t)
      : "memory");
  out[t] = count + 100 * any + 1000 * all;
}

// Written behind another: a predicate that guards, that chooses, that is joined with others, and its opposite.
__global__ void predicates(int* out, int a, int b, float x) {
  asm("{ .reg .pred p, q; setp.lt.s32 p|q, %1, %2; selp.s32 %0, 10, 20, p; @q add.s32 %0, %0, 1; @!q add.s32 "
      "%0, %0, 2; }"
      : "+r"(out[0])
      : "r"(a), "r"(b));
  asm("{ .reg .pred p, q; setp.ge.u32 p, %1, 3; setp.eq.and.s32 q, %2, 5, !p; selp.b32 %0, 1, 0, q; }"
      : "=r"(out[1])
      : "r"(a), "r"(b));
  asm("{ .reg .pred p<3>; setp.ltu.f32 p0, %1, 0f3F800000; setp.lt.f32 p1, %1, 0f3F800000; xor.pred p2, p0, "
      "p1;"
      " not.pred p1, p2; selp.u32 %0, 7, 8, p1; }"
      : "=r"(out[2])
      : "f"(x));
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %1, 0; @p st.global.s32 [%0], 5; @!p st.global.s32 [%0+4], 6; }" ::"l"(
          out + 3),
      "r"(a)
      : "memory");
}

__global__ void with_carries(unsigned* out) {
  asm("add.cc.u32 %0, %2, %4;\n\taddc.u32 %1, %3, %5;"
      : "=r"(out[0]), "=r"(out[1])
      : "r"(0xffffffffu), "r"(1u), "r"(2u), "r"(3u));
  asm("sub.cc.u32 %0, %2, %4;\n\tsubc.u32 %1, %3, %5;"
      : "=r"(out[2]), "=r"(out[3])
      : "r"(1u), "r"(9u), "r"(2u), "r"(3u));
  asm("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.u32 %1, %2, %3, 0;"
      : "=r"(out[4]), "=r"(out[5])
      : "r"(0xffffffffu), "r"(3u), "r"(5u));
  unsigned long long whole;
  asm("mov.b64 %0, {%1, %2};" : "=l"(whole) : "r"(5u), "r"(6u));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(out[6]), "=r"(out[7]) : "l"(whole + 1));
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(whole) : "r"(0x80000000u), "r"(4u), "l"(7ull));
  out[8] = static_cast<unsigned>(whole >> 32) + static_cast<unsigned>(whole);
  asm("sad.u32 %0, %1, %2, 1;" : "=r"(out[9]) : "r"(3u), "r"(8u));
  asm("bfind.u32 %0, %1;" : "=r"(out[10]) : "r"(0x12345u));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;"
      : "=r"(out[11])
      : "r"(0xff000510u), "r"(0x00010a0fu), "r"(100u));
}

__global__ void lanes_of_words(unsigned* out) {
  const unsigned a = 0xf0017f02, b = 0x20028001;
  asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(0));
  asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(0));
  asm("vadd2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(out[2]) : "r"(0x7fff8000u), "r"(0x0001ffffu), "r"(0));
  asm("vsub4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(out[3]) : "r"(a), "r"(b), "r"(0));
  asm("vmax4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(out[4]) : "r"(a), "r"(b), "r"(0));
  asm("vmin2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[5]) : "r"(a), "r"(b), "r"(0));
  asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[6]) : "r"(a), "r"(b), "r"(0));
  asm("vabsdiff2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[7]) : "r"(a), "r"(b), "r"(0));
  asm("vset4.s32.s32.lt %0, %1, %2, %3;" : "=r"(out[8]) : "r"(a), "r"(b), "r"(0));
  asm("vset2.u32.u32.ne %0, %1, %2, %3;" : "=r"(out[9]) : "r"(a), "r"(a ^ 1), "r"(0));
  asm("vmax4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[10]) : "r"(a), "r"(b), "r"(7));
}

__global__ void roundings(float* out, double* wide) {
  asm("div.rz.f32 %0, %1, %2;" : "=f"(out[0]) : "f"(-1.0f), "f"(3.0f));
  asm("div.rm.f32 %0, %1, %2;" : "=f"(out[1]) : "f"(-1.0f), "f"(3.0f));
  asm("add.rp.ftz.f32 %0, %1, %2;" : "=f"(out[2]) : "f"(1.0f), "f"(1e-20f));
  asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(out[3]) : "f"(2.0f), "f"(1.0f), "f"(-1e-20f));
  asm("mad.rn.f32 %0, %1, %2, %3;" : "=f"(out[4]) : "f"(2.0f), "f"(3.0f), "f"(4.0f));
  asm("sqrt.rp.f64 %0, %1;" : "=d"(wide[0]) : "d"(2.0));
  asm("fma.rm.f64 %0, %1, %2, %3;" : "=d"(wide[1]) : "d"(1.0), "d"(1.0), "d"(-1e-40));
}

__global__ void conversions(int* out, float* real) {
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(out[0]) : "f"(2.5f));
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(out[1]) : "f"(-2.7f));
  asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(out[2]) : "f"(2.1f));
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(out[3]) : "f"(1e20f));
  asm("cvt.u32.u8 %0, %1;" : "=r"(out[4]) : "r"(0x1234u));
  asm("cvt.s32.s8 %0, %1;" : "=r"(out[5]) : "r"(0x12f4u));
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(real[0]) : "r"(16777217));
  asm("cvt.rp.f32.s32 %0, %1;" : "=f"(real[1]) : "r"(16777217));
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(real[2]) : "f"(-1.5f));
}

__global__ void lanes(unsigned* out) {
  unsigned ballot, equal, sum, moved, inside, elected, active;
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 15; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(ballot)
               : "r"(threadIdx.x));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(equal) : "r"(threadIdx.x / 16));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 3, 0x1f, 0xffffffff; selp.u32 %1, 1, 0, p; }"
               : "=r"(moved), "=r"(inside)
               : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(elected));
  asm volatile("activemask.b32 %0;" : "=r"(active));
  unsigned in_segment;
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0x1800, 0xffffffff;" : "=r"(in_segment) : "r"(threadIdx.x));
  const unsigned lane = threadIdx.x;
  out[lane] = ballot == 0xffff0000u && equal == (lane < 16 ? 0xffffu : 0xffff0000u) && sum == 496 &&
              moved == (lane < 29 ? lane + 3 : lane) && inside == (lane < 29) && elected == (lane == 0) &&
              active == 0xffffffffu && in_segment == (lane % 8 == 0 ? lane : lane - 1);
}

__global__ void shared_and_atomic(const int* in, int* out) {
  __shared__ alignas(16) int tile[8];
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(address), "l"(in) : "memory");
  asm volatile("cp.async.cg.shared.global [%0+16], [%1], 16, 8;" ::"r"(address), "l"(in) : "memory");
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
  int a, b, c, d;
  asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4+16];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(address));
  asm volatile("st.global.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(out), "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
  asm volatile("st.shared.s32 [%0], 9; red.shared.add.s32 [%0], 4;" ::"r"(address) : "memory");
  asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(out[5]) : "l"(out + 4), "r"(tile[0]) : "memory");
  asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], 13, 77;" : "=r"(out[6]) : "l"(out + 4) : "memory");
  asm volatile("st.release.gpu.global.s32 [%0], 3;" ::"l"(out + 7) : "memory");
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(out[8]) : "l"(out + 7) : "memory");
  asm volatile("red.global.max.s32 [%0], 8;" ::"l"(out + 7) : "memory");
}

__global__ void named_barriers(int* out, int number) {
  __shared__ int slots[128];
  const int i = static_cast<int>(threadIdx.x);
  slots[i] = i;
  if (i < 64)
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(64) : "memory");
  else
    asm volatile("barrier.sync.aligned 2, 64;" ::: "memory");
  out[i] = slots[i ^ 63];
  asm volatile("bar.sync 5;" ::: "memory");
  out[i] += slots[127 - i];
}

}  // namespace

TEST_CASE("predicates guard, choose and are joined") {
  Managed<int> out(5);
  const auto run = [&](int a, int b, float x) {
    for (int& each : out) each = 0;
    predicates<<<1, 1>>>(out.get(), a, b, x);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  };
  run(1, 5, 0.5f);
  CHECK(out[0] == 12);
  CHECK(out[1] == 1);
  CHECK(out[2] == 7);
  CHECK(out[3] == 5);
  CHECK(out[4] == 0);
  run(5, 5, nanf(""));
  CHECK(out[0] == 21);
  CHECK(out[1] == 0);
  CHECK(out[2] == 8);
  run(0, 0, 2.0f);
  CHECK(out[3] == 0);
  CHECK(out[4] == 6);
}

TEST_CASE("carries, halves, wide products and sums of differences") {
  Managed<unsigned> out(12);
  with_carries<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const unsigned wanted[] = {1, 5, 0xffffffffu, 5, 2, 3, 6, 6, 2 + 7, 6, 16, 0xff + 1 + 5 + 1 + 100};
  for (std::size_t i = 0; i < 12; ++i) CHECK(out[i] == wanted[i]);
}

TEST_CASE("lanes of a word wrap, saturate and compare by their sign") {
  Managed<unsigned> out(11);
  lanes_of_words<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const unsigned wanted[] = {0x1003ff03,
                             0xff03ff03,
                             0x7fff8000,
                             0xd0ff7f01,
                             0x20027f02,
                             0x20027f02,
                             0x88028002,
                             0xcfff00ff,
                             0x01010000,
                             0x00000001,
                             0xf0 + 2 + 0x80 + 2 + 7};
  for (std::size_t i = 0; i < 11; ++i) CHECK(out[i] == wanted[i]);
}

TEST_CASE("a stated rounding is the one of the instruction") {
  Managed<float> out(5);
  Managed<double> wide(2);
  roundings<<<1, 1>>>(out.get(), wide.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const float wanted[] = {-0x1.555554p-2f, -0x1.555556p-2f, 0x1.000002p0f, 0x1.fffffep0f, 10};
  for (std::size_t i = 0; i < 5; ++i) CHECK(out[i] == wanted[i]);
  CHECK(wide[0] == 0x1.6a09e667f3bcdp0);
  CHECK(wide[1] == 0x1.fffffffffffffp-1);
}

TEST_CASE("conversions round as they say and saturate") {
  Managed<int> out(6);
  Managed<float> real(3);
  conversions<<<1, 1>>>(out.get(), real.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const int wanted[] = {2, -2, 3, 2147483647, 0x34, -12};
  for (std::size_t i = 0; i < 6; ++i) CHECK(out[i] == wanted[i]);
  CHECK(real[0] == 16777216.0f);
  CHECK(real[1] == 16777218.0f);
  CHECK(real[2] == -2.0f);
}

TEST_CASE("votes, matches, reductions and shuffles of a warp") {
  Managed<unsigned> out(32);
  lanes<<<1, 32>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (const unsigned right : out) CHECK(right == 1);
}

TEST_CASE("shared memory by its addresses, asynchronous copies and atomic operations") {
  Managed<int> in(4), out(9);
  for (int i = 0; i < 4; ++i) in[static_cast<std::size_t>(i)] = i + 1;
  for (int& each : out) each = 0;
  shared_and_atomic<<<1, 1>>>(in.get(), out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const int wanted[] = {1, 2, 0, 0, 77, 0, 13, 8, 3};
  for (std::size_t i = 0; i < 9; ++i) CHECK(out[i] == wanted[i]);
}

TEST_CASE("barriers by number, of parts of the block and of all of it") {
  Managed<int> out(128);
  named_barriers<<<1, 128>>>(out.get(), 1);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 128; ++i) CHECK(out[static_cast<std::size_t>(i)] == (i ^ 63) + 127 - i);
}

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
  voting_barriers<<<1, 64>>>(out.get(), 20);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<std::size_t>(i)] == 120);
}
