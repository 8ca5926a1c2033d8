#pragma once

#include "matmul/further/halves.hpp"

#if TUTORIAL_HAS_SM_90A
#include <cuda_fp8.h>

#include "matmul/further/lines.cuh"
#include "tutorial/tutorial.hpp"
#endif

/// Floats as fp16 numbers and what those lose, in the order in which warp groups multiply. Each block of the matrix has its own scale.
namespace matmul::parts {

// Floats as fp16 and what those lose, in the order in which warp groups multiply; and how exact such a product is.
//
// u = 2^-24. A matrix is split block by block: 128 lines, 64 terms. A block has its own scale, the power of two that takes its
// largest element into [2^14, 2^15); x in [2^e, 2^(e+1)), e >= -12, is a scaled element.
//
// 1. Step 1 of halves.hpp: x = high + (low + rest) / 2048. 2048 (x - high) is a multiple of 2^(e-12) and at most 2^e, so rounding it
//    to the 11 digits of low leaves a rest of nothing or +-2^(e-12), 2 u |x| of x.
// 2. a b = high high' + (high low' + low high') / 2048 + (rest b + a rest') / 2048 + low low' / 2048^2, and rest rest', which is below
//    2^-46 |a b|. The first variant leaves out all but the first three: 8 u |a b| at most, as halves.hpp
//    derives. The second variant computes the rest in FP8 (e5m2: 3 digits, 2^-16 to 2^15). 64 rest is a power of two and stays
//    one from e = -10 on. The factors a / 64 and b / 64, and the low halves by 32 and by 64, are rounded by 2^-3 of their size, or
//    from 2^-14 down by 2^-17. So from e = -8 on it errs by 2^-3 (2 + 2) u |a b| for the rests, and by 2^-2 of 4 u |a b|, or 2^-8
//    of an |a b| of e = e' = 0, for the lows: below 2 u |a b| in all. Nowhere is it more than 8 u |a b|.
// 3. The tensor core adds up 64 products high high', 16 at a time: each time 34 u of the sizes so far at most (step 3 of halves.hpp),
//    4 * 34 u of the 64 sizes. The products with a low part are smaller by 2^10: 8 instructions, below u. For FP8 it keeps
//    fewer digits: we allow a unit in the last of 12 places for each of 33 terms, 6 times, of sizes that are 8 u of those of a b:
//    below u. Joining the sums rounds twice: below 142 u of the 64 sizes.
// 4. The sums of k / 64 blocks are added in float, by a fused multiply-add with the blocks' scales: (k / 64) u sum |a b|, and
//    second-order terms.
//
// An element of the product errs by at most (k / 64 + 152) u sum |a b|. The bound for floats is k u sum |a b|: from k = 155 on
// this one is the smaller, and warp groups multiply from least_group_terms on.
constexpr int least_group_terms = 192;

#if TUTORIAL_HAS_SM_90A
constexpr int block_size = 256;

// A block of a matrix: of 128 lines, which are rows of A or columns of B, 64 terms.
constexpr int part_lines = 128;
constexpr int part_terms = 64;

// Where its parts stand. Of each part the first 16 bytes of all lines, then the next: columns, which an instruction takes two of.
// The high halves come first, then the low ones; if there are rests, those, the elements in 8 bits, and the low halves in 8 bits.
constexpr unsigned column_bytes = part_lines * 16;
constexpr unsigned low_at = part_terms / 8 * column_bytes;
constexpr unsigned rest_at = 2 * low_at;
constexpr unsigned element_at = rest_at + low_at / 2;
constexpr unsigned short_low_at = element_at + low_at / 2;
template <bool rests>
constexpr unsigned block_bytes = rests ? short_low_at + low_at / 2 : rest_at;

// A matrix in parts: its blocks line by line, `steps` each, and by what each must be multiplied.
struct Parts {
  unsigned char* bytes;
  float* scales;
  unsigned steps;
};

// The scales of A's and B's blocks must have a product that is a float, with room above.
__device__ bool fits_block(const Sizes& sizes) {
  const int exponent = matmul::exponent_of(sizes.largest);
  return sizes.largest == 0 || (matmul::fits_halves(sizes) && exponent >= -35 && exponent <= 63);
}

// [parts] [change]
// Eight terms of a line, as parts.
template <bool rests>
__device__ void store_parts(const float (&values)[8], float scale, int which, unsigned line, unsigned eight,
                            unsigned char* to) {
  unsigned high[4], low[4], bytes[3][2] = {};
#pragma unroll
  for (int pair = 0; pair < 4; ++pair) {
    const float first = scale * values[2 * pair], second = scale * values[2 * pair + 1];
    const matmul::Halves one = matmul::split(first), other = matmul::split(second);
    high[pair] = pack(one.high, other.high);
    low[pair] = pack(one.low, other.low);
    if constexpr (rests) {
      const auto add_bytes = [&](unsigned(&eight)[2], float2 two) {
        const unsigned both = __nv_cvt_float2_to_fp8x2(two, __NV_SATFINITE, __NV_E5M2);
        eight[pair / 2] |= both << pair % 2 * 16;
      };
      const float2 lows = {__half2float(one.low), __half2float(other.low)};
      const auto rest_of = [](float scaled, __half of_it, float low_value) {
        return 64 * (2048 * (scaled - __half2float(of_it)) - low_value);
      };
      add_bytes(bytes[0], {rest_of(first, one.high, lows.x), rest_of(second, other.high, lows.y)});
      add_bytes(bytes[1], {first / 64, second / 64});
      const float shorter = which == 0 ? 1.0f / 32 : 1.0f / 64;
      add_bytes(bytes[2], {shorter * lows.x, shorter * lows.y});
    }
  }
  to += line * 16;
  *reinterpret_cast<uint4*>(to + eight * column_bytes) = {high[0], high[1], high[2], high[3]};
  *reinterpret_cast<uint4*>(to + low_at + eight * column_bytes) = {low[0], low[1], low[2], low[3]};
  if constexpr (rests) {
    to += eight / 2 * column_bytes + eight % 2 * 8;
    *reinterpret_cast<uint2*>(to + rest_at) = {bytes[0][0], bytes[0][1]};
    *reinterpret_cast<uint2*>(to + element_at) = {bytes[1][0], bytes[1][1]};
    *reinterpret_cast<uint2*>(to + short_low_at) = {bytes[2][0], bytes[2][1]};
  }
}

// Splits a matrix, A (which = 0) or B. A thread block makes a block of it: a thread holds four times 8 terms of a line, of which the
// scale is found first. A block that does not fit leaves an infinite size for the others to see.
template <bool rests>
__global__ void __launch_bounds__(block_size)
    split_into_parts(Lines matrix, Parts parts, Sizes* sizes, int which) {
  constexpr int groups = part_lines * part_terms / 8 / block_size;
  __shared__ Sizes found;
  if (threadIdx.x == 0) found = {0, 0};
  __syncthreads();  // kept: the sizes start as zeros; the simulator has no warp groups to show who misses it
  const unsigned first_line = blockIdx.x / parts.steps * part_lines;
  const unsigned first_term = blockIdx.x % parts.steps * part_terms;
  // Neighboring lanes load neighboring elements: 32 terms of each of 8 lines, or of 16. Their stores have no gaps.
  const bool along_terms = matrix.term_stride == 1;
  const auto line_of = [&](unsigned i) {
    return along_terms ? i / 64 * 8 + i % 32 / 4 : i / 32 * 16 % part_lines + i % 16;
  };
  const auto eight_of = [&](unsigned i) {
    return along_terms ? i % 64 / 32 * 4 + i % 4 : i / 256 * 2 + i / 16 % 2;
  };

  float values[groups][8];
  Sizes mine = {0, 0};
#pragma unroll
  for (int group = 0; group < groups; ++group) {
    const unsigned i = group * block_size + threadIdx.x;
#pragma unroll
    for (int term = 0; term < 8; ++term) {
      values[group][term] = matrix.at(first_line + line_of(i), first_term + 8 * eight_of(i) + term);
      const unsigned bits = __float_as_uint(values[group][term]) & 0x7fffffffu;
      mine.largest = max(mine.largest, bits);
      if (bits != 0) mine.not_smallest = max(mine.not_smallest, ~bits);
    }
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    mine.largest = max(mine.largest, __shfl_xor_sync(0xffffffffu, mine.largest, offset));
    mine.not_smallest = max(mine.not_smallest, __shfl_xor_sync(0xffffffffu, mine.not_smallest, offset));
  }
  if (threadIdx.x % 32 == 0) {
    atomicMax(&found.largest, mine.largest);
    atomicMax(&found.not_smallest, mine.not_smallest);
  }
  __syncthreads();  // kept: all have been counted; the simulator does not get here
  const bool fits = fits_block(found);
  if (threadIdx.x == 0) {
    parts.scales[blockIdx.x] = fits ? ldexpf(1, -matmul::shift_of(found)) : 0;
    if (!fits) atomicMax(&sizes[which].largest, 0x7f800000u);
  }
  const float scale = fits ? ldexpf(1, matmul::shift_of(found)) : 0;
#pragma unroll
  for (int group = 0; group < groups; ++group) {
    const unsigned i = group * block_size + threadIdx.x;
    store_parts<rests>(values[group], scale, which, line_of(i), eight_of(i),
                       parts.bytes + std::size_t{blockIdx.x} * block_bytes<rests>);
  }
}
// [parts] [change]

// A matrix that is split.
template <bool rests>
class SplitMatrix {
 public:
  SplitMatrix(const Lines& matrix, unsigned steps)
      : matrix_(matrix),
        steps_(steps),
        blocks_(tutorial::blocks_for(matrix.lines, part_lines) * steps),
        bytes_(std::size_t{blocks_} * block_bytes<rests>),
        scales_(blocks_) {}

  void launch(Sizes* sizes, int which) {
    split_into_parts<rests><<<blocks_, block_size>>>(matrix_, parts(), sizes, which);
    CUDA_CHECK_LAUNCH();
  }
  Parts parts() { return {bytes_.data(), scales_.data(), steps_}; }

 private:
  Lines matrix_;
  unsigned steps_;
  unsigned blocks_;
  tutorial::DeviceBuffer<unsigned char> bytes_;
  tutorial::DeviceBuffer<float> scales_;
};
#endif

}  // namespace matmul::parts
