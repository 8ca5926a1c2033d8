#pragma once

#include "nearest/chunks.cuh"

/// Distances to a chunk of candidates by 3 multiply-adds a pair, and how far off they may be.
///
/// Let c be the centre of a chunk, p a point, q a candidate of the chunk, P = p - c, Q = q - c, d = |p - q|. Then
///
///     d^2 = |P|^2 - v   with   v = 2 P.Q - |Q|^2
///
/// so that the nearest candidate of a chunk is the one with the largest v. A chunk knows 2 Q and -|Q|^2; then v
/// takes 3 multiply-adds, against 3 differences, a product and 2 multiply-adds for d^2. But v is a small difference
/// of large terms, and what rounding takes from them is in it. How much can that be?
///
/// Let u = 2^-24, and r the computed value of any r. Each operation is off by at most u of its result. To first
/// order in u, and with s = |P| + |Q|, so that d <= s:
///
///     coordinates   P and Q are off by u |P| and u |Q|        d^2 by at most 2 d u s <= 2 u s^2
///     |Q|^2         a product, 2 multiply-adds                 3 u |Q|^2
///     |P|^2         the same                                   3 u |P|^2
///     v             3 multiply-adds, and no partial sum exceeds |Q|^2 + 2 |P||Q|
///                                                              3 u (|Q|^2 + 2 |P||Q|)
///     |P|^2 - v     a difference, its result at most s^2       u s^2
///
/// In all at most u (3 |P|^2 + 6 |Q|^2 + 6 |P||Q| + 3 s^2) <= 9 u s^2. And squared_distance, by which the nearest
/// point is defined, is itself off by 5 u d^2 <= 5 u s^2: two differences of one factor each, squared, and 3 roundings. The
/// two together differ by at most 14 u s^2 <= 28 u (|P|^2 + |Q|^2). With R the largest |Q| of the chunk
///
///     error = 2^-19 (|P|^2 + R^2) + 2^-120      (2^-19 = 32 u)
///
/// leaves an eighth for the terms of second order and for the roundings of the error itself. The last term is for
/// results that are too small for a normal float: there an operation may be off by 2^-126, flushed to zero or not,
/// and there are a dozen. If anything is too large for a float then so is |P|^2 + R^2, the error is infinite, and every
/// test below says "look there".
///
/// So, with v the largest of a chunk:
///   - no candidate of the chunk has a squared_distance below |P|^2 - v - error;
///   - one of them has none above |P|^2 - v + error.
/// A chunk whose lower bound lies above any chunk's upper bound does not hold the nearest point. In the others it
/// is looked for with squared_distance itself, and the answer is exact.
///
/// One thing more: v of the far candidates is negative, and whole numbers that stand for negative floats have the wrong
/// order. So we begin with 0: candidates with v < 0, which are farther from p than the centre is, leave 0, and
/// |P|^2 - 0 - error is a lower bound for them as well. There is no upper bound then.
namespace ch07 {

constexpr float relative_error = 0x1p-19f;
constexpr float absolute_error = 0x1p-120f;

/// The least of all values of a block of `size` threads, in each thread. Has a barrier: all threads take part.
/// @param parts  a place in shared memory for each warp, not in use for anything else
template <int size>
__device__ float block_least(float value, float (&parts)[size / 32]) {
  for (int apart = 16; apart > 0; apart /= 2) value = fminf(value, __shfl_xor_sync(0xffffffffu, value, apart));
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();  // each warp has its least there
  for (const float part : parts) value = fminf(value, part);
  return value;
}

/// The first look: a chunk's candidates as the filter wants them, and for each of its points the nearest other in the
/// chunk itself. A block of `size` threads for each chunk, a point a thread.
/// @param[out] ordered   {x, y, z, index}
/// @param[out] packed    {2 Q, -|Q|^2}; behind the last point {0, 0, 0, -infinity}, which is never the largest
/// @param[out] centres   {c, the chunk's part of the error}
/// @param[out] first     the nearest in the chunk
/// @param[out] suspects  0
template <int size, typename Points>
__global__ void __launch_bounds__(size)
    first_look(Points points, int count, float4* ordered, float4* packed, float4* centres, Nearest* first,
               int* suspects) {
  __shared__ float4 chunk[size];
  __shared__ float parts[7][size / 32];

  const int i = blockIdx.x * size + threadIdx.x;
  const bool exists = i < count;
  const float4 own = exists ? points[i] : float4{INFINITY, INFINITY, INFINITY, 0};
  chunk[threadIdx.x] = own;

  // Any place near the chunk will do for a centre: the nearer, the smaller the error.
  const auto middle = [&](float x, float (&low_parts)[size / 32], float (&high_parts)[size / 32]) {
    const float low = block_least<size>(x, low_parts);
    const float high = -block_least<size>(exists ? -x : INFINITY, high_parts);
    return 0.5f * low + 0.5f * high;  // low + high could be too large
  };
  const float3 centre{middle(own.x, parts[0], parts[1]), middle(own.y, parts[2], parts[3]),
                      middle(own.z, parts[4], parts[5])};
  const float x = own.x - centre.x;
  const float y = own.y - centre.y;
  const float z = own.z - centre.z;
  const float norm = fmaf(z, z, fmaf(y, y, x * x));
  const float radius2 = -block_least<size>(exists ? -norm : 0, parts[6]);

  packed[i] = exists ? float4{2 * x, 2 * y, 2 * z, -norm} : float4{0, 0, 0, -INFINITY};
  if (threadIdx.x == 0) {
    centres[blockIdx.x] = {centre.x, centre.y, centre.z, fmaf(radius2, relative_error, absolute_error)};
  }
  if (!exists) return;
  ordered[i] = own;
  suspects[i] = 0;
  Nearest nearest;
  const int others = min(count - static_cast<int>(blockIdx.x) * size, size);
#pragma unroll 4
  for (int k = 0; k < others; ++k) compare(own, chunk[k], nearest);
  first[i] = nearest;
}

/// A chunk that may hold the nearest point, and what no distance in it lies below.
struct __align__(8) Suspect {
  float lower;
  int chunk;
};

/// Places for suspects of a point, where not all of its chunks have one. More suspects mean that all candidates are
/// compared with it once more.
constexpr int few = 32;

/// The second look: searches the suspects with squared_distance. A warp for each point.
/// @param table     rows of suspects, one for each point
/// @param row       length of a row
/// @param suspects  of each point, in any order; more than `row`: not all are there
/// @param[out] nearest  by the given order of the points
template <int size>
__global__ void __launch_bounds__(block_size)
    second_look(const float4* ordered, int count, const Nearest* first, const Suspect* table, int row,
                const int* suspects, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  const float4 own = ordered[query];
  const int found = suspects[query];
  table += static_cast<long long>(query) * row;
  Nearest best = first[query];
  const auto look = [&](int chunk) {
    scan(ordered, chunk * size, min(count - chunk * size, size) + chunk * size, own, best);
    best = warp_nearest(best);
  };

  if (found > row) {
    scan(ordered, 0, count, own, best);
    best = warp_nearest(best);
  } else {
    // The likeliest first: what it holds rules out most of the others.
    Nearest likeliest;
    for (int place = lane; place < found; place += 32) likeliest.consider(table[place].lower, table[place].chunk);
    likeliest = warp_nearest(likeliest);
    if (likeliest.index != INT_MAX && likeliest.distance <= best.distance) look(likeliest.index);
    for (int begin = 0; begin < found; begin += 32) {
      const bool exists = begin + lane < found;
      const Suspect suspect = exists ? table[begin + lane] : Suspect{INFINITY, 0};
      // Not "<=": what is no number is suspect, too.
      const bool likely = exists && !(suspect.lower > best.distance) && suspect.chunk != likeliest.index;
      for (unsigned which = __ballot_sync(0xffffffffu, likely); which != 0; which &= which - 1) {
        look(__shfl_sync(0xffffffffu, suspect.chunk, __ffs(which) - 1));
      }
    }
  }
  if (lane == 0) nearest[__float_as_int(own.w)] = best.index == INT_MAX ? -1 : best.index;
}

}  // namespace ch07
