// nearest_register_tile: how many comparisons can one read of a candidate serve?
//
// Before   nearest_float4 reads a candidate from shared memory for each comparison: one load instruction for every
//          ten or so that compute.
// Change   each thread looks after several points, which stay in its registers. What it reads of the tile serves
//          all of them:
//
//                        registers of a thread
//              tile[i] ->  own[0]  own[1] .. own[7]        one load, eight comparisons
//
//          The points of a thread lie 128 apart, so that neighbouring threads own neighbouring points. A row each
//          for 2, 4 and 8 points a thread.
// Expect   a candidate costs one load of 16 bytes and the loop's counter, and now for 8 pairs together. What is
//          left of a pair is 3 differences, a product, 2 multiply-adds, a comparison, 2 selections: 9
//          instructions, nearly all of the time. That should gain a fifth or so over nearest_float4, most of it with
//          4 points already. And it has a price: 8 points a thread are an eighth of the blocks. 100 000 points
//          make 98, fewer than a large GPU has multiprocessors, so there we expect 8 to lose to 4. From some
//          hundred thousand points on, 8 should win.
// Run      ./tutorial run nearest_register_tile -- --count 400000
// See      ./tutorial explain nearest_register_tile
// Source   [Rose] ch. 7

#include "../ch05_nearest_naive/chapter.hpp"
#include "nearest/chunks.cuh"

using ch07::block_size;

// [compare]
// Compares the points of a thread with a tile that holds the points from `first` on.
template <bool guarded, int each>
__device__ void compare(const float4* tile, int first, int count, int query, const float3 (&own)[each],
                        float (&best)[each], int (&best_index)[each]) {
#pragma unroll 4
  for (int i = 0; i < block_size; ++i) {
    const int candidate = first + i;
    const float4 other = tile[i];
#pragma unroll
    for (int q = 0; q < each; ++q) {
      const float distance = ch07::squared_distance(own[q].x, own[q].y, own[q].z, other.x, other.y, other.z);
      const bool counts = !guarded || (candidate < count && candidate != query + q * block_size);
      if (distance < best[q] && counts) {
        best[q] = distance;
        best_index[q] = candidate;
      }
    }
  }
}
// [compare]

// each: points a thread.
template <int each>
__global__ void __launch_bounds__(block_size)
    nearest_register_tile(const float3* points, int count, int* nearest) {
  __shared__ float4 tile[block_size];

  constexpr int block_points = block_size * each;
  const int first_own = blockIdx.x * block_points;
  const int query = first_own + threadIdx.x;
  float3 own[each];
  float best[each];
  int best_index[each];
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    own[q] = i < count ? points[i] : float3{};
    best[q] = INFINITY;
    best_index[q] = -1;
  }

  for (int first = 0; first < count; first += block_size) {
    const int mine = first + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    // The block's own points are as many tiles as a thread has points: these need the guard, and so does the last.
    const bool own_tile = first >= first_own && first < first_own + block_points;
    if (own_tile || first + block_size > count) {
      compare<true>(tile, first, count, query, own, best, best_index);
    } else {
      compare<false>(tile, first, count, query, own, best, best_index);
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int i = query + q * block_size;
    if (i < count) nearest[i] = best_index[q];
  }
}

template <int each>
void measure(tutorial::Program& program, const ch05::Problem& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  const unsigned grid = tutorial::blocks_for(problem.count, block_size * each);

  program.measure(
      problem.row(std::to_string(each) + " points a thread"),
      [&] {
        nearest_register_tile<each><<<grid, block_size>>>(points.data(), problem.count, nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const ch05::Options& options) {
  const ch05::Problem problem(options, program.seed());
  measure<2>(program, problem);
  measure<4>(program, problem);
  measure<8>(program, problem);
}

int main(int argc, char** argv) {
  tutorial::Program program("nearest_register_tile",
                            "how many comparisons can one read of a candidate serve?");
  ch05::Options options;
  ch05::add_options(program, options);
  program.block_sizes({block_size}, block_size);
  return program.run(argc, argv, [&] { run(program, options); });
}
