// nearest_minimum: does the inner loop need the index of the nearest point, or only its distance?
// Step     minimum, then index
// Before   nearest_register_tile spends three of nine instructions per pair on finding which point is nearest: a
//          comparison, and two selections, of a distance and of an index.
// Change   The inner loop keeps only the minimum of the distances. Once per chunk of 128 candidates a thread checks
//          whether its minimum has fallen, and records the chunk. A second kernel then visits that chunk again, one warp
//          per point, and finds the lowest index with exactly that distance:
//
//              chunk          0      1      2      3     ..
//              minimum       .71    .32    .32    .45    ..     least: .32, first met in chunk 1
//                                    v
//              second kernel      128 distances again, now with their indices
//
//          A point is at distance 0 from itself. So in its own chunk a thread ignores the minimum, and the second kernel
//          visits this chunk as well. That removes the guards from all tiles; the rest of the last one is filled with
//          points at infinity.
//          Variant 1 takes the minimum of two floats. Variant 2 compares their bits: non-negative floats are ordered as
//          the integers with the same bits, and for integers there is a minimum of three, min3, in one instruction from
//          compute capability 9.0 on: half an instruction per pair.
// Expect   9 instructions per pair become 7, then 6.5. The second kernel computes 256 distances per point: at 100,000
//          points, one in four hundred of all pairs. So we expect a gain of 20%, and a few percent more for variant 2 if
//          the GPU has the instruction.
// Measured - At 1 M, "minimum of two floats" is 1.15 to 1.25 times as fast as nearest_register_tile (after
//            measuring).
//            Missed: It gains nearly a third: it removes comparisons, of which an SM issues 64 per clock and not
//            128 (compute capability 9.0, CUDA Best Practices Guide).
//          - At 1 M, "minimum of three integers" is 1.02 to 1.08 times as fast as "minimum of two floats"
//            (after measuring).
//            Missed: The guide's table lists 64 minimums per clock and has no entry for min3. The time suggests that
//            min3 runs at half of that, so it saves nothing here. In nearest_fused, with fewer sums, it does.
// Run      ./tutorial run nearest_minimum -- --count 400000
// See      ./tutorial explain nearest_minimum
// Source   [Rose] ch. 7

#include <climits>

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;
constexpr int chunk_size = 128;      // candidates
constexpr int items_per_thread = 8;  // points that a thread looks after

// [change]
// This function fixes the roundings: three differences, a product, two fused multiply-adds. So both kernels find the same
// floats, and "exactly that distance" means what it says.
__device__ float squared_distance(float3 own, float x, float y, float z) {
  const float dx = own.x - x;
  const float dy = own.y - y;
  const float dz = own.z - z;
  return fmaf(dz, dz, fmaf(dy, dy, dx * dx));
}

// [min3]
// The minimum of three integers: one instruction from compute capability 9.0 on.
__device__ int min3(int a, int b, int c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return __vimin3_s32(a, b, c);
#else
  return min(min(a, b), c);
#endif
}
// [min3]

// [minimum]
// The minimum of the distances between a point and each candidate of the tile.
template <bool of_integers>
__device__ void minimum(const float4* tile, const float3 (&own)[items_per_thread],
                        float (&least)[items_per_thread]) {
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) least[item] = INFINITY;
#pragma unroll 4
  for (int i = 0; i < chunk_size; i += 2) {
    const float4 a = tile[i];
    const float4 b = tile[i + 1];
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const float to_a = squared_distance(own[item], a.x, a.y, a.z);
      const float to_b = squared_distance(own[item], b.x, b.y, b.z);
      if (of_integers) {
        least[item] =
            __int_as_float(min3(__float_as_int(least[item]), __float_as_int(to_a), __float_as_int(to_b)));
      } else {
        least[item] = fminf(fminf(least[item], to_a), to_b);
      }
    }
  }
}
// [minimum]

// First kernel: chunk[i] becomes the chunk of the point nearest to point i, its own chunk not counted; -1: none.
template <bool of_integers>
__global__ void __launch_bounds__(block_size) find_chunk(const float3* points, int count, int* chunk) {
  __shared__ float4 tile[chunk_size];

  const int query = blockIdx.x * block_size * items_per_thread + threadIdx.x;
  float3 own[items_per_thread];
  float best[items_per_thread];
  int best_chunk[items_per_thread];
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    own[item] = i < count ? points[i] : float3{};
    best[item] = INFINITY;
    best_chunk[item] = -1;
  }

  for (int first = 0; first < count; first += chunk_size) {
    const int mine = first + threadIdx.x;
    const float3 point = mine < count ? points[mine] : float3{INFINITY, INFINITY, INFINITY};
    tile[threadIdx.x] = {point.x, point.y, point.z, 0};
    __syncthreads();  // the tile is full

    float least[items_per_thread];
    minimum<of_integers>(tile, own, least);
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const bool own_chunk = (query + item * block_size) / chunk_size == first / chunk_size;
      if (least[item] < best[item] && !own_chunk) {
        best[item] = least[item];
        best_chunk[item] = first / chunk_size;
      }
    }
    __syncthreads();  // the tile may be overwritten
  }

#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    if (i < count) chunk[i] = best_chunk[item];
  }
}

// The nearest point so far, and of equals the one with the lowest index. INT_MAX: none.
struct Best {
  float distance = INFINITY;
  int index = INT_MAX;

  __device__ void consider(float other_distance, int other_index) {
    if (other_distance < distance || (other_distance == distance && other_index < index)) {
      distance = other_distance;
      index = other_index;
    }
  }
};

// The best of the whole warp, in each of its lanes.
__device__ Best warp_best(Best own) {
  for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2) {
    const float distance = __shfl_xor_sync(0xffffffffu, own.distance, lane_offset);
    const int index = __shfl_xor_sync(0xffffffffu, own.index, lane_offset);
    own.consider(distance, index);
  }
  return own;
}

// [rescan]
// A warp compares a point with the candidates of a chunk, each lane with its share of them.
__device__ void scan_chunk(const float3* points, int count, int chunk, int query, float3 own, Best& best) {
  const int last = chunk * chunk_size + min(count - chunk * chunk_size, chunk_size);
  for (int i = chunk * chunk_size + threadIdx.x % 32; i < last; i += 32) {
    const float3 other = points[i];
    const float distance = squared_distance(own, other.x, other.y, other.z);
    if (i != query) best.consider(distance, i);
  }
}

// Second kernel: a warp for each point.
__global__ void __launch_bounds__(block_size)
    find_index(const float3* points, int count, const int* chunk, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  if (query >= count) return;  // the whole warp

  const float3 own = points[query];
  Best best;
  scan_chunk(points, count, query / chunk_size, query, own, best);
  if (chunk[query] >= 0) scan_chunk(points, count, chunk[query], query, own, best);
  best = warp_best(best);
  if (threadIdx.x % 32 == 0) nearest[query] = best.index == INT_MAX ? -1 : best.index;
}
// [change] [rescan]

template <bool of_integers>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<int> chunk(problem.points.size());
  tutorial::DeviceBuffer<int> nearest(problem.points.size());  // cudaMalloc
  const unsigned grid = tutorial::blocks_for(problem.count, block_size * items_per_thread);
  const unsigned warps_grid = tutorial::blocks_for(problem.count, block_size / 32);

  program.measure(
      problem.row(variant),
      [&] {
        find_chunk<of_integers><<<grid, block_size>>>(points.data(), problem.count, chunk.data());
        CUDA_CHECK_LAUNCH();
        find_index<<<warps_grid, block_size>>>(points.data(), problem.count, chunk.data(), nearest.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<false>(program, problem, "minimum of two floats");
  measure<true>(program, problem, "minimum of three integers");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
