// cuRAND's functions in kernels. The expected numbers are those of cuRAND 13.0's own header, compiled for the host by nvcc: integers and
// uniform numbers are a device's to the bit.
#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace {

using doctest::Approx;

struct Numbers {
  unsigned integers[6];  ///< the last behind skipahead(1000) and skipahead_sequence(3)
  float uniform;
  double uniform_double;
  float normal[2], log_normal;
  double normal_double;
};

struct Row {
  unsigned long long seed, sequence, offset;
  Numbers xorwow, philox;
};

const Row rows[] = {
    {0x0,
     0x0,
     0x0,
     {{0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f, 0xd2fbd03f},
      0.610625088,
      0.61094926707976027,
      {-0.761644483, -0.1429618},
      1.86713147,
      -1.4011635794453701},
     {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x91eb7e6f},
      0.728439808,
      0.95729226735420525,
      {-0.202784538, -1.08216321},
      1.12233758,
      1.1873354075697218}},
    {0x4d2,
     0x0,
     0x0,
     {{0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394, 0xdb6a6a85, 0x82e8ee1b},
      0.635770857,
      0.98106350062425118,
      {-0.970588207, 0.11572814},
      0.543472171,
      -0.15247031366891683},
     {{0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35, 0x2d593d3f},
      0.0223822892,
      0.0078500541858375072,
      {-0.440863848, -0.593587995},
      0.63849169,
      -0.42701100530767566}},
    {0x4d2,
     0x1,
     0x0,
     {{0xd1f7605a, 0xed29ae49, 0x83030ed9, 0x899fbaf4, 0xcf2ac63b, 0x86da9598},
      0.0244289711,
      0.20978206361024504,
      {1.25419712, -0.927835703},
      1.78026712,
      -1.3735173789978381},
     {{0xd115a128, 0x52fc7c75, 0xc7f33f17, 0x0f1539db, 0x07129e5f, 0x1898e5f1},
      0.593449235,
      0.36101721716113389,
      {0.443935364, 0.930511832},
      3.8315382,
      -0.031970558572083335}},
    {0x2a,
     0xff,
     0x7,
     {{0x795045fb, 0xe580e2dc, 0xf5728331, 0x0070ad7e, 0x894072bf, 0xaca2de24},
      0.121607684,
      0.65915056134790206,
      {1.42774189, -0.169086173},
      0.609311283,
      -0.70896732069454471},
     {{0xdbfe6c7b, 0xa7fe105d, 0x83ed47ad, 0xe41c1a48, 0x13bf12e6, 0xeae636e5},
      0.174113765,
      0.23030390287749469,
      {1.66695487, -0.35376963},
      0.875820398,
      -0.54088124509666746}},
    {0x123456789abcdef,
     0xf4243,
     0x3,
     {{0x8bb0b4b6, 0xbcdf42a4, 0xa6604731, 0xc3721aa2, 0x169302ab, 0xb1e384e1},
      0.762283683,
      0.59252998463567397,
      {-0.813187659, -0.503009796},
      3.23516345,
      0.57677512411522347},
     {{0xb0750f13, 0x58db858d, 0x790c1a19, 0x24bdc10f, 0x082e9245, 0xca570a5c},
      0.625674367,
      0.91615122952498496,
      {-1.5965097, -0.650295615},
      0.720985293,
      -1.1278692699222241}},
    {0xffffffffffffffff,
     0x10000000000,
     0x3b9aca07,
     {{0x49424f9d, 0x7caf00d9, 0xdf9c150c, 0xe8969fb6, 0xc3adfb9a, 0x4b9b95f4},
      0.93397069,
      0.38222442344238988,
      {0.0267822929, -1.77749491},
      0.365624666,
      -0.9000361035252179},
     {{0x4756338c, 0xdb6d4e18, 0x9c87ce5a, 0x2fd41664, 0xcf51d418, 0xabbf9ec7},
      0.838677049,
      0.42724768375046551,
      {-0.377996087, -1.06348336},
      6.31740808,
      0.067447924839121487}},
    {0x7,
     0xffffffffffffffff,
     0xffffffffffffffff,
     {{0x782ec730, 0x07ac23b5, 0xa5192449, 0xa80a61b0, 0x65179ec1, 0xd1a7c79a},
      0.725842774,
      0.43148503893047591,
      {-1.46430326, -0.609171867},
      2.49233747,
      -0.82365510509984341},
     {{0xf3a0b46e, 0xab8cd05b, 0xbed72f24, 0xf5811712, 0xff5b32a0, 0xd96b4927},
      0.631345987,
      0.85884027974680066,
      {1.24398136, -0.198846832},
      2.30708957,
      0.1749244576087044}},
};

template <class State>
__global__ void draw(Numbers* out, unsigned long long seed, unsigned long long sequence,
                     unsigned long long offset) {
  State state;
  curand_init(seed, sequence, offset, &state);
  for (int i = 0; i < 5; ++i) out->integers[i] = curand(&state);
  skipahead(1000, &state);
  skipahead_sequence(3, &state);
  out->integers[5] = curand(&state);
  out->uniform = curand_uniform(&state);
  out->uniform_double = curand_uniform_double(&state);
  for (float& each : out->normal) each = curand_normal(&state);
  out->log_normal = curand_log_normal(&state, 0.0f, 1.0f);
  out->normal_double = curand_normal_double(&state);
}

template <class State>
void compare(const Row& row, const Numbers& expected) {
  Managed<Numbers> made(1);
  draw<State><<<1, 1>>>(made.get(), row.seed, row.sequence, row.offset);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Numbers& numbers = *made.get();
  for (int i = 0; i < 6; ++i) CHECK(numbers.integers[i] == expected.integers[i]);
  CHECK(numbers.uniform == expected.uniform);
  CHECK(numbers.uniform_double == expected.uniform_double);
  for (int i = 0; i < 2; ++i) CHECK(numbers.normal[i] == Approx(expected.normal[i]).epsilon(1e-5));
  CHECK(numbers.log_normal == Approx(expected.log_normal).epsilon(1e-5));
  CHECK(numbers.normal_double == Approx(expected.normal_double).epsilon(1e-12));
}

/// The four at once against one by one, from each place within a block of four.
__global__ void four_at_once(int* wrong) {
  const int first = static_cast<int>(threadIdx.x);
  curandStatePhilox4_32_10_t one, four;
  curand_init(99, 5, 0, &one);
  for (int i = 0; i < first; ++i) curand(&one);
  four = one;
  const uint4 x = curand4(&four);
  for (const unsigned each : {x.x, x.y, x.z, x.w}) atomicAdd(wrong, each != curand(&one));
  const float4 y = curand_uniform4(&four);
  for (const float each : {y.x, y.y, y.z, y.w}) atomicAdd(wrong, each != curand_uniform(&one));
  const float4 z = curand_normal4(&four);
  for (const float each : {z.x, z.y, z.z, z.w}) atomicAdd(wrong, each != curand_normal(&one));
}

/// Whether an offset is that many numbers, and a pair of the other kind is dropped.
template <class State>
__global__ void consistent(int* wrong) {
  State skipped, drawn;
  curand_init(3, 1, 21, &skipped);
  curand_init(3, 1, 0, &drawn);
  for (int i = 0; i < 21; ++i) curand(&drawn);
  atomicAdd(wrong, curand(&skipped) != curand(&drawn));
  State pairs = drawn;
  curand_normal(&drawn);
  const float behind = curand_log_normal(&drawn, 0.0f, 1.0f);
  curand_normal2(&pairs);
  atomicAdd(wrong, behind != curand_log_normal2(&pairs, 0.0f, 1.0f).x);
}

}  // namespace

TEST_CASE("numbers are those of cuRAND") {
  for (const Row& row : rows) {
    compare<curandState>(row, row.xorwow);
    compare<curandStatePhilox4_32_10_t>(row, row.philox);
  }
}

TEST_CASE("four numbers at once, offsets and pairs agree with numbers one by one") {
  Managed<int> wrong(1);
  *wrong.get() = 0;
  four_at_once<<<1, 4>>>(wrong.get());
  consistent<curandState><<<1, 1>>>(wrong.get());
  consistent<curandStatePhilox4_32_10_t><<<1, 1>>>(wrong.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*wrong.get() == 0);
}
