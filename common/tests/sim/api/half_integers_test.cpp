// Halves to and from integers of 8, 16 and 64 bits. The digests are of what nvcc 13.0's own functions give, those that the host may call.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

constexpr unsigned long long basis = 1469598103934665603ull, prime = 1099511628211ull;

/// Of what a function gives for all numbers of 16 bits.
template <class Function>
unsigned long long digest(Function function) {
  unsigned long long sum = basis;
  for (unsigned i = 0; i < 65536; ++i)
    sum = (sum ^ static_cast<unsigned long long>(function(static_cast<unsigned short>(i)))) * prime;
  return sum;
}
template <class Function>
unsigned long long digest_of_half(Function function) {
  return digest([=](unsigned short bits) { return function(__ushort_as_half(bits)); });
}
template <class Function>
unsigned long long digest_of_bfloat16(Function function) {
  return digest([=](unsigned short bits) { return function(__ushort_as_bfloat16(bits)); });
}

/// Of what a function gives for powers of two and what is near them.
template <class Number, class Function>
unsigned long long digest_of_integers(Function function) {
  unsigned long long sum = basis;
  for (int shift = 0; shift < 64; ++shift)
    for (unsigned long long add = 0; add < 4; ++add)
      for (unsigned long long low = 0; low < 3; ++low) {
        const unsigned long long more = shift > 12 ? add << (shift - 11) : add;
        const auto small = function(static_cast<Number>((1ull << shift) + more + (low == 2 ? -1ull : low)));
        unsigned short bits;
        __builtin_memcpy(&bits, &small, sizeof bits);
        sum = (sum ^ bits) * prime;
      }
  return sum;
}

}  // namespace

TEST_CASE("halves to integers of other sizes, towards 0, are those of nvcc") {
  CHECK(digest_of_half(__half2short_rz) == 0x9e0e7d40d917707cull);
  CHECK(digest_of_half(__half2ushort_rz) == 0x2981bda91a08e47cull);
  CHECK(digest_of_half(__half2ull_rz) == 0x534ef9455255e47cull);
  CHECK(digest_of_half(__half2char_rz) == 0x79e90dbb8c234a7cull);
  CHECK(digest_of_half(__half2uchar_rz) == 0x5612b8a97571b57cull);
  CHECK(digest_of_bfloat16(__bfloat162short_rz) == 0x497cfc2382e3f7fcull);
  CHECK(digest_of_bfloat16(__bfloat162ushort_rz) == 0xed2b2762734fb23cull);
  CHECK(digest_of_bfloat16(__bfloat162ull_rz) == 0x9e97eec9dabb63cull);
  CHECK(digest_of_bfloat16(__bfloat162char_rz) == 0xde8c090e409eac7cull);
  CHECK(digest_of_bfloat16(__bfloat162uchar_rz) == 0x120bae61668d583cull);
}

TEST_CASE("integers of 64 bits to halves are rounded once, as by nvcc") {
  CHECK(digest_of_integers<long long>(__ll2half_rn) == 0x4deaa72f4bf36916ull);
  CHECK(digest_of_integers<long long>(__ll2half_rz) == 0x12b1f209e2955724ull);
  CHECK(digest_of_integers<long long>(__ll2half_ru) == 0xaf73bb7436534b7dull);
  CHECK(digest_of_integers<long long>(__ll2half_rd) == 0xea6c835bdb0853e7ull);
  CHECK(digest_of_integers<long long>(__ll2bfloat16_rn) == 0xd8e2bc21f0feab9full);
  CHECK(digest_of_integers<unsigned long long>(__ull2half_rn) == 0x73a3d0445747e916ull);
  CHECK(digest_of_integers<unsigned long long>(__ull2half_rz) == 0x1c008d60d919d724ull);
  CHECK(digest_of_integers<unsigned long long>(__ull2half_ru) == 0x25e3140dd4b04a42ull);
  CHECK(digest_of_integers<unsigned long long>(__ull2half_rd) == 0x1c008d60d919d724ull);
  CHECK(digest_of_integers<unsigned long long>(__ull2bfloat16_rn) == 0x30eb555d491c2b9full);
}

TEST_CASE("halves to integers round as they say, and stay in the range") {
  for (float x : {2.5f, -2.5f, 3.5f, 0.25f, -0.75f}) {
    CHECK(__half2short_rn(half(x)) == static_cast<short>(std::nearbyint(x)));
    CHECK(__half2short_ru(half(x)) == static_cast<short>(std::ceil(x)));
    CHECK(__half2short_rd(half(x)) == static_cast<short>(std::floor(x)));
    CHECK(__bfloat162short_rd(nv_bfloat16(x)) == static_cast<short>(std::floor(x)));
    CHECK(__half2ull_ru(half(x)) == (x > 0 ? static_cast<unsigned long long>(std::ceil(x)) : 0u));
  }
  CHECK(__half2short_rn(half(40000.0f)) == std::numeric_limits<short>::max());
  CHECK(__half2short_rd(half(-40000.0f)) == std::numeric_limits<short>::min());
  CHECK(__half2ushort_rn(half(-3.0f)) == 0);
  CHECK(__half2ushort_ru(half(40000.0f)) == 40000);
  CHECK(__bfloat162ushort_rn(nv_bfloat16(1e6f)) == 65535);
  CHECK(__half2short_rn(half(std::nanf(""))) == 0);
  CHECK(__bfloat162ull_rd(nv_bfloat16(std::nanf(""))) == 1ull << 63);
}

TEST_CASE("a value next to a tie of bfloat16 is not rounded twice") {
  CHECK(__bfloat16_as_ushort(__ll2bfloat16_rn((257ll << 54) + 1)) ==
        __bfloat16_as_ushort(nv_bfloat16(258.0 * std::ldexp(1.0, 54))));
  CHECK(__bfloat16_as_ushort(__ll2bfloat16_ru((1ll << 62) + 1)) ==
        __bfloat16_as_ushort(nv_bfloat16(129.0 * std::ldexp(1.0, 55))));
  CHECK(__bfloat16_as_ushort(__ull2bfloat16_rz(~0ull)) ==
        __bfloat16_as_ushort(nv_bfloat16(255.0 * std::ldexp(1.0, 56))));
  CHECK(__bfloat16_as_ushort(__ll2bfloat16_rd(-(1ll << 62) - 1)) ==
        __bfloat16_as_ushort(nv_bfloat16(-129.0 * std::ldexp(1.0, 55))));
}
