// Inline PTX on small floats, and by which a warp holds matrices. Which lane has which element is the PTX manual's.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tests/sim/core/core_helpers.hpp"

namespace {

using Bits = unsigned short;

__global__ void halves(Bits* out, Bits a, Bits b, Bits c) {
  asm("add.f16 %0, %1, %2;" : "=h"(out[0]) : "h"(a), "h"(b));
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(out[1]) : "h"(a), "h"(b), "h"(c));
  asm("{ .reg .f16 t; sub.rn.f16 t, %1, %2; mul.f16 %0, t, %2; }" : "=h"(out[2]) : "h"(a), "h"(b));
  asm("add.sat.f16 %0, %1, %2;" : "=h"(out[3]) : "h"(a), "h"(b));
  asm("fma.rn.relu.f16 %0, %1, %2, %3;" : "=h"(out[4]) : "h"(a), "h"(b), "h"(c));
  asm("min.f16 %0, %1, %2; neg.f16 %0, %0; abs.f16 %0, %0;" : "=h"(out[5]) : "h"(a), "h"(b));
  asm("max.NaN.f16 %0, %1, %2;" : "=h"(out[6]) : "h"(a), "h"(Bits{0x7e00}));
  asm("{ .reg .pred p; setp.lt.f16 p, %1, %2; selp.b16 %0, 1, 2, p; }" : "=h"(out[7]) : "h"(b), "h"(a));
  asm("add.ftz.f16 %0, %1, %2;" : "=h"(out[8]) : "h"(Bits{0x8001}), "h"(Bits{0x8000}));
}

__global__ void pairs(unsigned* out, unsigned a, unsigned b) {
  asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(out[0]) : "r"(a), "r"(b));
  asm("max.bf16x2 %0, %1, %2;" : "=r"(out[1]) : "r"(0x3f804000u), "r"(0x40403f80u));
  asm("{ .reg .b16 low, high; mov.b32 {low, high}, %1; mov.b32 %0, {high, low}; }" : "=r"(out[2]) : "r"(a));
  unsigned long long four;
  asm("{ .reg .b16 l, h; mov.b32 {l, h}, %1; mov.b64 %0, {l, h, h, l}; }" : "=l"(four) : "r"(a));
  out[3] = static_cast<unsigned>(four >> 32);
}

/// Sums of 32 threads: of pairs, and of one number with what was there before.
__global__ void atomic_halves(unsigned* pairs, Bits* one, Bits* before) {
  __shared__ unsigned in_block;
  if (threadIdx.x == 0) in_block = 0;
  __syncthreads();
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(pairs), "r"(0x40003c00u) : "memory");
  asm volatile("red.relaxed.gpu.global.add.noftz.bf16x2 [%0], %1;" ::"l"(pairs + 1), "r"(0x40003f80u)
               : "memory");
  asm volatile("red.shared.add.noftz.f16x2 [%0], %1;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(&in_block))),
               "r"(0x3c00u)
               : "memory");
  asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;"
               : "=h"(before[threadIdx.x])
               : "l"(one), "h"(Bits{0x3c00})
               : "memory");
  __syncthreads();
  if (threadIdx.x == 0) pairs[2] = in_block;
}

__global__ void conversions(unsigned* out, float a, float b) {
  Bits bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(a));
  out[0] = bits;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(bits) : "f"(-a));
  out[1] = bits;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(a));
  out[2] = bits;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out[3]) : "f"(a), "f"(b));
  asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(out[4]) : "f"(a), "f"(-b));
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(bits) : "f"(1000.0f), "f"(b));
  out[5] = bits;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(out[6]) : "h"(bits));
  asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(bits) : "r"(0x3c004000u));
  out[7] = bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(out[8]) : "f"(1.0f + 0x1p-11f));
  asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(out[9]) : "f"(1.0f + 0x1p-11f));
  float real;
  asm("cvt.f32.f16 %0, %1;" : "=f"(real) : "h"(Bits{0x3e00}));
  out[10] = real == 1.5f;
  asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(out[11]) : "h"(Bits{0xc100}));
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(bits) : "r"(2049));
  out[12] = bits;
  asm("cvt.rmi.f16.f16 %0, %1;" : "=h"(bits) : "h"(Bits{0xbe00}));
  out[13] = bits;
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(out[14]) : "r"(300));
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(real) : "f"(a));
  out[15] = real == 1.0f;
}

constexpr unsigned most = 16 * 32;

/// Factors as numbers; each lane packs its registers, and multiplies.
template <class Number, class Pack>
__device__ void pack_a(unsigned* registers, const Number* a, unsigned rows, unsigned depth, unsigned in_word,
                       Pack pack) {
  const unsigned group = threadIdx.x / 4, member = threadIdx.x % 4;
  for (unsigned r = 0; r < rows * depth / 32 / in_word; ++r) {
    registers[r] = 0;
    for (unsigned e = 0; e < in_word; ++e) {
      const unsigned row = group + (rows == 16 && r % 2 == 1 ? 8 : 0);
      const unsigned k = member * in_word + e + r / (rows / 8) * 4 * in_word;
      registers[r] |= pack(a[row * depth + k]) << 32 / in_word * e;
    }
  }
}
template <class Number, class Pack>
__device__ void pack_b(unsigned* registers, const Number* b, unsigned depth, unsigned in_word, Pack pack) {
  const unsigned group = threadIdx.x / 4, member = threadIdx.x % 4;
  for (unsigned r = 0; r < depth * 8 / 32 / in_word; ++r) {
    registers[r] = 0;
    for (unsigned e = 0; e < in_word; ++e)
      registers[r] |= pack(b[(member * in_word + e + r * 4 * in_word) * 8 + group]) << 32 / in_word * e;
  }
}

__device__ unsigned half_bits(float x) { return __half_as_ushort(__float2half(x)); }
__device__ unsigned bfloat_bits(float x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
__device__ unsigned float_bits(float x) { return __float_as_uint(x); }
__device__ unsigned eight_bits(float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3); }
__device__ unsigned byte_bits(float x) { return static_cast<unsigned char>(static_cast<int>(x)); }

__device__ void store(float* out, const float (&d)[4]) {
  for (unsigned i = 0; i < 4; ++i)
    out[(threadIdx.x / 4 + i / 2 * 8) * 8 + threadIdx.x % 4 * 2 + i % 2] = d[i];
}

__device__ void multiply_of_halves(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, "
      "%11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]),
        "f"(d[3]));
}
__device__ void multiply_of_bfloats(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]),
        "f"(d[3]));
}
__device__ void multiply_of_tf32(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]),
        "f"(d[3]));
}
__device__ void multiply_of_eight_bits(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%10, %11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(d[0]), "f"(d[1]), "f"(d[2]),
        "f"(d[3]));
}
__device__ void multiply_of_short_halves(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(y[0]));
}
__device__ void multiply_of_short_bfloats(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(y[0]));
}
__device__ void multiply_of_short_tf32(float (&d)[4], const unsigned* x, const unsigned* y) {
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(y[0]));
}

#define PRODUCT(kernel, depth, in_word, bits)                          \
  __global__ void kernel(const float* a, const float* b, float* out) { \
    unsigned x[4], y[2];                                               \
    float d[4] = {0.5f, 1.5f, 2.5f, 3.5f};                             \
    pack_a(x, a, 16, depth, in_word, bits);                            \
    pack_b(y, b, depth, in_word, bits);                                \
    multiply_##kernel(d, x, y);                                        \
    store(out, d);                                                     \
  }
PRODUCT(of_halves, 16, 2, half_bits)
PRODUCT(of_bfloats, 16, 2, bfloat_bits)
PRODUCT(of_tf32, 8, 1, float_bits)
PRODUCT(of_eight_bits, 32, 4, eight_bits)
PRODUCT(of_short_halves, 8, 2, half_bits)
PRODUCT(of_short_bfloats, 8, 2, bfloat_bits)
PRODUCT(of_short_tf32, 4, 1, float_bits)

__global__ void of_bytes(const float* a, const float* b, float* out) {
  unsigned x[4], y[2];
  int d[4] = {};
  pack_a(x, a, 16, 32, 4, byte_bits);
  pack_b(y, b, 32, 4, byte_bits);
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
      "%1, "
      "%2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  store(out, {static_cast<float>(d[0]) + 0.5f, static_cast<float>(d[1]) + 1.5f,
              static_cast<float>(d[2]) + 2.5f, static_cast<float>(d[3]) + 3.5f});
}

__global__ void of_halves_in_halves(const float* a, const float* b, float* out) {
  unsigned x[4], y[2],
      d[2] = {half_bits(0.5f) | half_bits(1.5f) << 16, half_bits(2.5f) | half_bits(3.5f) << 16};
  pack_a(x, a, 16, 16, 2, half_bits);
  pack_b(y, b, 16, 2, half_bits);
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
      : "+r"(d[0]), "+r"(d[1])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  const auto real = [](unsigned bits) { return __half2float(__ushort_as_half(static_cast<Bits>(bits))); };
  store(out, {real(d[0]), real(d[0] >> 16), real(d[1]), real(d[1] >> 16)});
}

__global__ void of_doubles(const double* a, const double* b, double* out) {
  const unsigned group = threadIdx.x / 4, member = threadIdx.x % 4;
  double d[2] = {1, 2};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(d[0]), "+d"(d[1])
               : "d"(a[group * 4 + member]), "d"(b[member * 8 + group]));
  out[group * 8 + member * 2] = d[0];
  out[group * 8 + member * 2 + 1] = d[1];
}

__device__ unsigned address_of(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

/// Four matrices in, turned on the way in, on the way out or in registers.
__global__ void moved(const Bits* in, Bits* out, int how) {
  __shared__ alignas(16) Bits tile[32][8];
  const unsigned t = threadIdx.x, at = address_of(tile[t]);
  for (unsigned i = 0; i < 8; ++i) tile[t][i] = in[8 * t + i];
  __syncwarp();
  unsigned r[4];
  if (how == 1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
  __syncwarp();
  for (unsigned& each : r)
    if (how == 3) asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(each));
  if (how == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                 "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                 : "memory");
  else
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r[0]),
                 "r"(r[1]), "r"(r[2]), "r"(r[3])
                 : "memory");
  __syncwarp();
  for (unsigned i = 0; i < 8; ++i) out[8 * t + i] = tile[t][i];
}

__global__ void one_and_two(const Bits* in, unsigned* out) {
  __shared__ alignas(16) Bits tile[16][8];
  const unsigned t = threadIdx.x;
  for (unsigned i = 0; i < 8 && t < 16; ++i) tile[t][i] = in[8 * t + i];
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(out[t])
               : "r"(address_of(tile[t % 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(out[32 + t]), "=r"(out[64 + t])
               : "r"(address_of(tile[t % 16])));
}

__global__ void of_odd_rows() {
  __shared__ alignas(16) Bits tile[40][8];
  unsigned r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(r)
               : "r"(address_of(tile[0]) + 4));
}
__global__ void of_half_a_warp() {
  unsigned d = 0;
  if (threadIdx.x < 16) asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d));
}

template <class Kernel>
void check_product(Kernel kernel, unsigned depth) {
  Managed<float> a(most), b(most), d(128);
  for (unsigned i = 0; i < most; ++i)
    a[i] = static_cast<float>(i * 7 % 9) - 4, b[i] = static_cast<float>(i * 5 % 7) - 3;
  kernel(a.get(), b.get(), d.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      float sum = 0.5f + static_cast<float>(column % 2 + row / 8 * 2);
      for (unsigned k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * 8 + column];
      CHECK(d[row * 8 + column] == sum);
    }
}
#define CHECK_PRODUCT(kernel, depth) \
  check_product([](const float* a, const float* b, float* d) { kernel<<<1, 32>>>(a, b, d); }, depth)

}  // namespace

TEST_CASE("PTX: fp16 arithmetic") {
  Managed<Bits> out(9);
  halves<<<1, 1>>>(out.get(), 0x3e00, 0xbc00, 0x3800);  // 1.5, -1, 0.5
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Bits wanted[] = {0x3800, 0xbc00, 0xc100, 0x3800, 0, 0x3c00, 0x7fff, 1, 0x8000};
  for (std::size_t i = 0; i < 9; ++i) CHECK(out[i] == wanted[i]);
}

TEST_CASE("PTX: pairs of halves") {
  Managed<unsigned> out(4);
  pairs<<<1, 1>>>(out.get(), 0x40003c00, 0x3c004000);  // (1, 2), (2, 1)
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 0x44004200u);
  CHECK(out[1] == 0x40404000u);
  CHECK(out[2] == 0x3c004000u);
  CHECK(out[3] == 0x3c004000u);
}

TEST_CASE("PTX: atomic sums of halves") {
  Managed<unsigned> sums(3);
  Managed<Bits> one(2), before(32);
  atomic_halves<<<1, 32>>>(sums.get(), one.get(), before.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(sums[0] == 0x54005000u);
  CHECK(sums[1] == 0x42804200u);
  CHECK(sums[2] == 0x5000u);
  CHECK(one[0] == 0x5000);
  CHECK(*std::max_element(before.begin(), before.end()) == 0x4fc0);
}

TEST_CASE("PTX: conversions of small floats") {
  Managed<unsigned> out(16);
  conversions<<<1, 1>>>(out.get(), 1.0f + 0x1.8p-10f, 2.0f);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const unsigned wanted[] = {0x3c02,     0xbc01, 0x3f80,     0x3c024000, 0x3f800000, 0x7e40,
                             0x5f004000, 0x3c40, 0x3f802000, 0x3f800000, 1,          0xfffffffe,
                             0x6800,     0xc000, 255,        1};
  for (std::size_t i = 0; i < 16; ++i) CHECK(out[i] == wanted[i]);
}

TEST_CASE("PTX: products of matrices") {
  CHECK_PRODUCT(of_halves, 16);
  CHECK_PRODUCT(of_bfloats, 16);
  CHECK_PRODUCT(of_tf32, 8);
  CHECK_PRODUCT(of_eight_bits, 32);
  CHECK_PRODUCT(of_short_halves, 8);
  CHECK_PRODUCT(of_short_bfloats, 8);
  CHECK_PRODUCT(of_short_tf32, 4);
  CHECK_PRODUCT(of_bytes, 32);
  CHECK_PRODUCT(of_halves_in_halves, 16);
  Managed<double> a(32), b(32), d(64);
  for (unsigned i = 0; i < 32; ++i) a[i] = i * 3 % 7, b[i] = i * 5 % 11;
  of_doubles<<<1, 32>>>(a.get(), b.get(), d.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned i = 0; i < 64; ++i) {
    double sum = 1 + i % 2;
    for (unsigned k = 0; k < 4; ++k) sum += a[i / 8 * 4 + k] * b[k * 8 + i % 8];
    CHECK(d[i] == sum);
  }
}

TEST_CASE("PTX: matrices come from shared memory and go back, turned or not") {
  Managed<Bits> in(256), out(256);
  for (unsigned i = 0; i < 256; ++i) in[i] = static_cast<Bits>(i);
  for (int how = 0; how < 4; ++how) {
    moved<<<1, 32>>>(in.get(), out.get(), how);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    for (unsigned i = 0; i < 256; ++i) {
      const unsigned turned = i / 64 * 64 + i % 8 * 8 + i / 8 % 8;
      CHECK(out[i] == (how == 0 ? i : turned));
    }
  }
  Managed<unsigned> parts(96);
  one_and_two<<<1, 32>>>(in.get(), parts.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned first = 2 * t | (2 * t + 1) << 16;
    CHECK(parts[t] == first);
    CHECK(parts[32 + t] == first);
    CHECK(parts[64 + t] == first + 0x400040u);
  }
}

TEST_CASE("PTX: misaligned rows and missing lanes end the kernel") {
  of_odd_rows<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  cudaDeviceReset();
  of_half_a_warp<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  cudaDeviceReset();
}
