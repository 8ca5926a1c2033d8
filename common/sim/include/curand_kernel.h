// Stand-in for cuRAND's functions in kernels: the generators XORWOW and Philox4_32_10 with uniform, normal and log-normal numbers. Integers
// and uniform numbers are a device's to the bit. Normal ones are made as on a device, by Box and Muller, but with the host's
// logarithm, sine and cosine. XORWOW: Marsaglia, "Xorshift RNGs", 2003; Philox: Salmon et al., "Parallel Random Numbers: As Easy as
// 1, 2, 3", 2011.
#pragma once

#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "cudasim/xorwow.hpp"
#include "curand.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag,
      boxmuller_flag_double;  ///< whether the second number of a pair is kept, and of which kind
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;  ///< how many of `output` have been given
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

#define CUDASIM_RANDOM __device__ __forceinline__

namespace cudasim::random {

CUDASIM_RANDOM uint4 philox_round(uint4 counter, uint2 key) {
  const unsigned long long a = 0xD2511F53ull * counter.x, b = 0xCD9E8D57ull * counter.z;
  return {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
          static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
}

CUDASIM_RANDOM uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round, key.x += 0x9E3779B9u, key.y += 0xBB67AE85u)
    counter = philox_round(counter, key);
  return counter;
}

/// Adds to the counter's lower 64 bits, with what they carry into the upper ones.
CUDASIM_RANDOM void advance(uint4& counter, unsigned long long n) {
  const unsigned long long low = (static_cast<unsigned long long>(counter.y) << 32 | counter.x) + n;
  counter.x = static_cast<unsigned>(low);
  counter.y = static_cast<unsigned>(low >> 32);
  if (low < n && ++counter.z == 0) ++counter.w;
}

// As nvcc contracts x * a + b.
CUDASIM_RANDOM float uniform(unsigned x) {
  constexpr float unit = 2.3283064e-10f;
  return __builtin_fmaf(static_cast<float>(x), unit, unit / 2);
}
CUDASIM_RANDOM double fraction(unsigned low, unsigned high, double unit, double offset) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return __builtin_fma(static_cast<double>(bits), unit, offset);
}
CUDASIM_RANDOM double uniform_of_two(unsigned low, unsigned high) {
  constexpr double unit = 0x1p-53;
  return fraction(low, high, unit, unit / 2);
}

CUDASIM_RANDOM float2 box_muller(unsigned x, unsigned y) {
  constexpr float unit = 2.3283064e-10f * 6.2831855f;
  const float radius = sqrtf(-2.0f * logf(uniform(x)));
  float2 result;
  __sincosf(__builtin_fmaf(static_cast<float>(y), unit, unit / 2), &result.x, &result.y);
  result.x *= radius;
  result.y *= radius;
  return result;
}
CUDASIM_RANDOM double2 box_muller(uint4 x) {
  const double radius = sqrt(-2.0 * log(uniform_of_two(x.x, x.y)));
  double2 result;
  sincospi(fraction(x.z, x.w, 0x1p-52, 0x1p-53), &result.x, &result.y);
  result.x *= radius;
  result.y *= radius;
  return result;
}

CUDASIM_RANDOM float log_normal(float normal, float mean, float deviation) {
  return expf(__builtin_fmaf(deviation, normal, mean));
}
CUDASIM_RANDOM double log_normal(double normal, double mean, double deviation) {
  return exp(__builtin_fma(deviation, normal, mean));
}

}  // namespace cudasim::random

CUDASIM_RANDOM unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned mixed = state->v[0] ^ (state->v[0] >> 2);
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (mixed ^ (mixed << 1));
  state->d += 362437;
  return state->v[4] + state->d;
}

CUDASIM_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const uint4 block = state->output;
  const unsigned given = state->STATE++;
  if (state->STATE == 4) {
    cudasim::random::advance(state->ctr, 1);
    state->output = cudasim::random::philox(state->ctr, state->key);
    state->STATE = 0;
  }
  return given == 0 ? block.x : given == 1 ? block.y : given == 2 ? block.z : block.w;
}

CUDASIM_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 old = state->output;
  cudasim::random::advance(state->ctr, 1);
  const uint4 next = state->output = cudasim::random::philox(state->ctr, state->key);
  switch (state->STATE) {
    case 1: return {old.y, old.z, old.w, next.x};
    case 2: return {old.z, old.w, next.x, next.y};
    case 3: return {old.w, next.x, next.y, next.z};
    default: return old;
  }
}

CUDASIM_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  cudasim::detail::skip_xorwow(state->v, n, 0);
  state->d += 362437u * static_cast<unsigned>(n);
}
/// Sequences are 2^67 numbers apart.
CUDASIM_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  cudasim::detail::skip_xorwow(state->v, n, 67);
}
CUDASIM_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned given = state->STATE + static_cast<unsigned>(n & 3);
  state->STATE = given & 3;
  cudasim::random::advance(state->ctr, n / 4 + given / 4);
  state->output = cudasim::random::philox(state->ctr, state->key);
}
/// Sequences are 2^64 blocks of 4 numbers apart.
CUDASIM_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->ctr.z += static_cast<unsigned>(n);
  state->ctr.w += static_cast<unsigned>(n >> 32) + (state->ctr.z < static_cast<unsigned>(n) ? 1 : 0);
  state->output = cudasim::random::philox(state->ctr, state->key);
}

CUDASIM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                                unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  curandStateXORWOW_t fresh = {
      6615241u + high + low,
      {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}};
  skipahead_sequence(subsequence, &fresh);
  skipahead(offset, &fresh);
  *state = fresh;
}
CUDASIM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                                unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  curandStatePhilox4_32_10_t fresh = {};
  fresh.key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  skipahead_sequence(subsequence, &fresh);
  skipahead(offset, &fresh);
  *state = fresh;
}

CUDASIM_RANDOM float curand_uniform(curandStateXORWOW_t* state) {
  return cudasim::random::uniform(curand(state));
}
CUDASIM_RANDOM float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return cudasim::random::uniform(curand(state));
}
CUDASIM_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  using cudasim::random::uniform;
  const uint4 x = curand4(state);
  return {uniform(x.x), uniform(x.y), uniform(x.z), uniform(x.w)};
}
CUDASIM_RANDOM double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned low = curand(state), high = curand(state);
  return cudasim::random::uniform_of_two(low, high);
}
/// Of one number, so of 32 bits only, as on a device.
CUDASIM_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  constexpr double unit = 2.3283064365386963e-10;
  return __builtin_fma(static_cast<double>(curand(state)), unit, unit);
}
CUDASIM_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {cudasim::random::uniform_of_two(x.x, x.y), cudasim::random::uniform_of_two(x.z, x.w)};
}

CUDASIM_RANDOM float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned x = curand(state), y = curand(state);
  return cudasim::random::box_muller(x, y);
}
CUDASIM_RANDOM float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned x = curand(state), y = curand(state);
  return cudasim::random::box_muller(x, y);
}
CUDASIM_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = cudasim::random::box_muller(x.x, x.y), b = cudasim::random::box_muller(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
CUDASIM_RANDOM double2 curand_normal2_double(curandStateXORWOW_t* state) {
  const unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return cudasim::random::box_muller(uint4{x, y, z, w});
}
CUDASIM_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  return cudasim::random::box_muller(curand4(state));
}

namespace cudasim::random {

// What `boxmuller_flag` says of the number that is kept.
constexpr int normal_is_kept = 1, log_normal_is_kept = 2;

/// Every other number is the second one of a pair. One of the other kind is dropped.
template <class Number, class Make>
CUDASIM_RANDOM Number next_of_pair(int kind, int& flag, Number& kept, Make make) {
  if (flag == kind) {
    flag = 0;
    return kept;
  }
  const auto pair = make();
  kept = pair.y;
  flag = kind;
  return pair.x;
}

}  // namespace cudasim::random

template <class State>
CUDASIM_RANDOM float curand_normal(State* state) {
  return cudasim::random::next_of_pair(cudasim::random::normal_is_kept, state->boxmuller_flag,
                                       state->boxmuller_extra, [&] { return curand_normal2(state); });
}
template <class State>
CUDASIM_RANDOM double curand_normal_double(State* state) {
  return cudasim::random::next_of_pair(cudasim::random::normal_is_kept, state->boxmuller_flag_double,
                                       state->boxmuller_extra_double,
                                       [&] { return curand_normal2_double(state); });
}

template <class State>
CUDASIM_RANDOM float2 curand_log_normal2(State* state, float mean, float stddev) {
  const float2 x = curand_normal2(state);
  return {cudasim::random::log_normal(x.x, mean, stddev), cudasim::random::log_normal(x.y, mean, stddev)};
}
template <class State>
CUDASIM_RANDOM double2 curand_log_normal2_double(State* state, double mean, double stddev) {
  const double2 x = curand_normal2_double(state);
  return {cudasim::random::log_normal(x.x, mean, stddev), cudasim::random::log_normal(x.y, mean, stddev)};
}
template <class State>
CUDASIM_RANDOM float curand_log_normal(State* state, float mean, float stddev) {
  return cudasim::random::next_of_pair(cudasim::random::log_normal_is_kept, state->boxmuller_flag,
                                       state->boxmuller_extra,
                                       [&] { return curand_log_normal2(state, mean, stddev); });
}
template <class State>
CUDASIM_RANDOM double curand_log_normal_double(State* state, double mean, double stddev) {
  return cudasim::random::next_of_pair(cudasim::random::log_normal_is_kept, state->boxmuller_flag_double,
                                       state->boxmuller_extra_double,
                                       [&] { return curand_log_normal2_double(state, mean, stddev); });
}
#undef CUDASIM_RANDOM
