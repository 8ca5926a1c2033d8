// DPX. The digests are of what nvcc 13.0's own functions give, which the host may call too.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

namespace {

constexpr int corners[] = {0,
                           1,
                           -1,
                           2,
                           -2,
                           0x7fff,
                           0x8000,
                           0xffff,
                           0x10000,
                           0x7fffffff,
                           -0x7fffffff,
                           -0x7fffffff - 1,
                           0x7fff8000,
                           0x00017fff,
                           static_cast<int>(0x8000ffffu),
                           static_cast<int>(0xfffe0003u),
                           0x12345678,
                           static_cast<int>(0x9abcdef0u)};

unsigned bits(int x) { return static_cast<unsigned>(x); }

/// Of what a function of three words gives for all corners.
template <class Function>
unsigned long long digest(Function function) {
  unsigned long long sum = 1469598103934665603ull;
  for (int a : corners)
    for (int b : corners)
      for (int c : corners) sum = (sum ^ static_cast<unsigned>(function(a, b, c))) * 1099511628211ull;
  return sum;
}
template <class Function>
unsigned long long digest_of_words(Function function) {
  return digest([=](int a, int b, int c) { return function(bits(a), bits(b), bits(c)); });
}

template <class Function>
unsigned long long digest_of_halves(Function function) {
  return digest_of_words([=](unsigned a, unsigned b, unsigned) {
    bool high, low;
    const unsigned x = function(a, b, &high, &low);
    return x + 2 * high + low;
  });
}

}  // namespace

TEST_CASE("the least and the most of three, and of a sum and a third are those of nvcc") {
  CHECK(digest(__vimax3_s32) == 0xd0b4af7e7b86966aull);
  CHECK(digest_of_words(__vimax3_u32) == 0xea490249d92feb34ull);
  CHECK(digest_of_words(__vimax3_s16x2) == 0x7719b97b5627b9b0ull);
  CHECK(digest_of_words(__vimax3_u16x2) == 0x9455923750be21aaull);
  CHECK(digest_of_words(__vimax3_s16x2_relu) == 0x911a22e27ec06762ull);
  CHECK(digest(__vimax3_s32_relu) == 0x133916d955376e06ull);
  CHECK(digest(__vimin3_s32) == 0xe9c726f328fe0b80ull);
  CHECK(digest_of_words(__vimin3_u32) == 0x1c35ac53b914af86ull);
  CHECK(digest_of_words(__vimin3_s16x2) == 0x7ab5cdd9fa0b497aull);
  CHECK(digest_of_words(__vimin3_u16x2) == 0xba4e6df10215fd64ull);
  CHECK(digest_of_words(__vimin3_s16x2_relu) == 0x22ed8f7cbea75190ull);
  CHECK(digest(__vimin3_s32_relu) == 0xc4b26d57343a0d58ull);
  CHECK(digest(__viaddmax_s32) == 0xe5ca96b1e6fbec85ull);
  CHECK(digest_of_words(__viaddmax_u32) == 0x943bb90fdae9acd0ull);
  CHECK(digest_of_words(__viaddmax_s16x2) == 0x765b9314a6cd2117ull);
  CHECK(digest_of_words(__viaddmax_u16x2) == 0xb9ffe483964cdecull);
  CHECK(digest_of_words(__viaddmax_s16x2_relu) == 0x267fdcb9c14a4bc5ull);
  CHECK(digest(__viaddmax_s32_relu) == 0x5cf44b50fb035351ull);
  CHECK(digest(__viaddmin_s32) == 0x6d1be6a500d86921ull);
  CHECK(digest_of_words(__viaddmin_u32) == 0x4435c30a00905884ull);
  CHECK(digest_of_words(__viaddmin_s16x2) == 0x66f9a01c315c0f57ull);
  CHECK(digest_of_words(__viaddmin_u16x2) == 0x831d6c0f3a11a434ull);
  CHECK(digest_of_words(__viaddmin_s16x2_relu) == 0x8a324d8866e43911ull);
  CHECK(digest(__viaddmin_s32_relu) == 0xe3549d4db9b2f665ull);
}

TEST_CASE("the least and the most of two, at least 0 are those of nvcc") {
  CHECK(digest([](int a, int b, int) { return __vimax_s32_relu(a, b); }) == 0x514eab7e28646f19ull);
  CHECK(digest_of_words([](unsigned a, unsigned b, unsigned) { return __vimax_s16x2_relu(a, b); }) ==
        0xd08a12e37d59d1ull);
  CHECK(digest([](int a, int b, int) { return __vimin_s32_relu(a, b); }) == 0x678127aa5a9cbfc5ull);
  CHECK(digest_of_words([](unsigned a, unsigned b, unsigned) { return __vimin_s16x2_relu(a, b); }) ==
        0xe02776f5f8b49fbdull);
}

TEST_CASE("the chosen one of two, with what tells which it is are those of nvcc") {
  CHECK(digest([](int a, int b, int) {
          bool first;
          const auto x = __vibmax_s32(a, b, &first);
          return bits(static_cast<int>(x)) + first;
        }) == 0x5db8c3be830ea50bull);
  CHECK(digest_of_words([](unsigned a, unsigned b, unsigned) {
          bool first;
          const auto x = __vibmax_u32(a, b, &first);
          return bits(static_cast<int>(x)) + first;
        }) == 0xa75233fa0156d11full);
  CHECK(digest_of_halves(__vibmax_s16x2) == 0xc733b0223b63a57full);
  CHECK(digest_of_halves(__vibmax_u16x2) == 0xb692d2b4822e1d2bull);
  CHECK(digest([](int a, int b, int) {
          bool first;
          const auto x = __vibmin_s32(a, b, &first);
          return bits(static_cast<int>(x)) + first;
        }) == 0x1d7905a236f10b87ull);
  CHECK(digest_of_words([](unsigned a, unsigned b, unsigned) {
          bool first;
          const auto x = __vibmin_u32(a, b, &first);
          return bits(static_cast<int>(x)) + first;
        }) == 0xfcd2a736be7acc7bull);
  CHECK(digest_of_halves(__vibmin_s16x2) == 0xc444f8f3d6de9aa7ull);
  CHECK(digest_of_halves(__vibmin_u16x2) == 0xff861523ae104e9bull);
}
