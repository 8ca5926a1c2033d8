// nearest_minimum: does the inner loop have to know whose distance it is?
//
// Before   nearest_register_tile spends three of nine instructions of a pair on the question who is nearest: a
//          comparison, and two selections, of a distance and of an index.
// Change   the inner loop keeps the minimum of the distances and nothing else. Once a chunk of 128 candidates a thread
//          looks whether its minimum fell, and notes the chunk. A second kernel then visits that one chunk again, a
//          warp for each point, and finds the lowest index with exactly that distance:
//
//              chunk          0      1      2      3     ..
//              minimum       .71    .32    .32    .45    ..     least: .32, first met in chunk 1
//                                    v
//              second kernel      128 distances again, now with their indices
//
//          A point is at distance 0 from itself. So in its own chunk a thread ignores the minimum, and the second
//          kernel visits this chunk as well. That takes the guards out of all tiles; the rest of the last one is
//          filled with points at infinity.
//          Row 1 takes the minimum of two floats. Row 2 looks at their bits: floats that are not negative have the
//          order of the whole numbers of the same bits, and for whole numbers there is a minimum of three in one
//          instruction from compute capability 9.0 on: half an instruction a pair.
// Expect   9 instructions a pair become 7, then 6.5. The second kernel computes 256 distances a point: at 100 000
//          points a four-hundredth of all pairs. So we expect a gain of a fifth, and some per cent more in row 2
//          where the GPU has the instruction.
// Run      ./tutorial run nearest_minimum -- --count 400000
// See      ./tutorial explain nearest_minimum
// Source   [Rose] ch. 7

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/chunks.cuh"

using ch07::block_size;
using ch07::chunk_size;

constexpr int each = 8;  // points a thread

// [minimum]
// The minimum of the distances between a point and each candidate of the tile.
template <bool of_three>
__device__ void minimum(const float4* tile, const float3 (&own)[each], float (&least)[each]) {
#pragma unroll
  for (int q = 0; q < each; ++q) least[q] = INFINITY;
#pragma unroll 4
  for (int i = 0; i < chunk_size; i += 2) {
    const float4 a = tile[i];
    const float4 b = tile[i + 1];
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float to_a = ch07::squared_distance(own[q].x, own[q].y, own[q].z, a.x, a.y, a.z);
      const float to_b = ch07::squared_distance(own[q].x, own[q].y, own[q].z, b.x, b.y, b.z);
      if (of_three) {
        least[q] =
            __int_as_float(ch07::least(__float_as_int(least[q]), __float_as_int(to_a), __float_as_int(to_b)));
      } else {
        least[q] = fminf(fminf(least[q], to_a), to_b);
      }
    }
  }
}
// [minimum]

// First kernel: chunk[i] becomes the chunk of the point nearest to point i, its own chunk not counted; -1: none.
template <bool of_three>
__global__ void __launch_bounds__(block_size) find_chunk(const float3* points, int count, int* chunk) {
  __shared__ float4 tile[chunk_size];

  const int query = blockIdx.x * block_size * each + threadIdx.x;
  float3 own[each];
  float best[each];
  int best_chunk[each];
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    own[q] = i < count ? points[i] : float3{};
    best[q] = INFINITY;
    best_chunk[q] = -1;
  }

  for (int first = 0; first < count; first += chunk_size) {
    const int mine = first + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{INFINITY, INFINITY, INFINITY};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    float least[each];
    minimum<of_three>(tile, own, least);
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const bool own_chunk = (query + q * block_size) / chunk_size == first / chunk_size;
      if (least[q] < best[q] && !own_chunk) {
        best[q] = least[q];
        best_chunk[q] = first / chunk_size;
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) chunk[i] = best_chunk[q];
  }
}

// [rescan]
// Second kernel: a warp for each point.
__global__ void __launch_bounds__(block_size)
    find_index(const float3* given, int count, const int* chunk, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  if (query >= count) return;  // the whole warp

  const ch07::GivenPoints points{given};
  const float4 own = points[query];
  ch07::Nearest found;
  ch07::scan_chunk(points, count, query / chunk_size, own, found);
  if (chunk[query] >= 0) ch07::scan_chunk(points, count, chunk[query], own, found);
  found = ch07::warp_nearest(found);
  if (threadIdx.x % 32 == 0) nearest[query] = found.index == INT_MAX ? -1 : found.index;
}
// [rescan]

template <bool of_three>
void measure(tutorial::Program& program, const ch05::Problem& problem, const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> chunk(problem.points.size());
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  const unsigned grid = tutorial::blocks_for(problem.count, block_size * each);
  const unsigned warps_grid = tutorial::blocks_for(problem.count, block_size / 32);

  program.measure(
      problem.row(variant),
      [&] {
        find_chunk<of_three><<<grid, block_size>>>(points.data(), problem.count, chunk.data());
        CUDA_CHECK_LAUNCH();
        find_index<<<warps_grid, block_size>>>(points.data(), problem.count, chunk.data(), nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  measure<false>(program, problem, "minimum of two floats");
  measure<true>(program, problem, "minimum of three whole numbers");
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_minimum", "does the inner loop have to know whose distance it is?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
