// nearest_fused: what is gained if each block prepares its candidates itself?
// Step     prepared in the block
// Before   nearest_certified launches three kernels: one prepares the candidates of all chunks, one filters, and one checks
//          the remaining chunks exactly. With 10,000 points the first has almost nothing to do, but it costs a launch, and
//          the filter waits until its last write is done.
// Change   A block loads its slice unprepared and prepares it in shared memory:
//
//              nearest_certified    | prepare |   | filter          |   | second look |
//              nearest_fused                      | prepare, filter |   | second look |
//
//          Many blocks now prepare the same slice. The candidates that a block prepares together share one center and one
//          K: the largest |Q|^2. A candidate gets K - |Q|^2 instead of -|Q|^2. So its value is larger by K, and it is
//          negative only if the candidate is farther from the point than sqrt(|P|^2 + K), which the nearest one almost
//          never is. So the maximum of three integers, which treats negative values as 0, works for few points as well.
//          Variant 1 uses the maximum of two numbers, variant 2 that of three.
// Expect   A candidate takes two dozen instructions to prepare, and 512 * 4 to compare with the points of a block: the
//          filter computes one percent more, and starts with two reads of global memory, one after the other. It saves a
//          launch and a kernel that does little but read and write: some 2 us. In variant 2 a pair takes 3.5 instructions
//          instead of 4, an eighth less. For 10,000 points that should be at least a tenth in all. For many points a launch
//          is negligible, and the 8 points per thread of nearest_certified are better. Clusters stay as slow as in its
//          first variant, or get slower, since a center serves more candidates.
// Measured - At 10 K, it is at least 1.1 times as fast as nearest_certified (after measuring).
//          - At 1 M, it is slower than nearest_certified (after measuring).
// Run      ./tutorial run nearest_fused -- --count 10000
// See      ./tutorial explain nearest_fused
// Source   [Rose] ch. 7

#include "nearest/further/exact.cuh"
#include "nearest/nearest.hpp"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;

// Slices at least: where a second look takes a whole slice, slices should be short.
constexpr int fewest_slices = 16;

// [change] [sizes]
constexpr int items_per_thread = 4;  // points per thread
constexpr int size = 64;             // candidates a chunk
constexpr int tile_chunks = 8;       // chunks a tile
constexpr int tile_size = tile_chunks * size;
// [change] [sizes]

// [change] [proof]
// The bound of nearest_certified holds here as well. With K, the largest |Q|^2, added to v, so that
// d^2 = |P|^2 + K - v, the term K - |Q|^2 is off by u R^2 more, and v by 3 u (R^2 + 2 |P| R), since no partial sum
// exceeds K + 2 |P| R; |P|^2 + K - error takes two operations that are off by u (|P|^2 + R^2) each, and of the last line
// u s^2 is left. In all, squared_distance included and with s = |P| + R, at most
//
//     u (8 s^2 + 5 |P|^2 + 9 R^2 + 6 |P| R) <= u (24 |P|^2 + 28 R^2)
//
// which the same error covers. A v below 0 means here that all candidates are farther than sqrt(|P|^2 + K).

// The error. norm: |P|^2; radius: 4 R^2
__device__ float error_bound(float norm, float radius) {
  return fmaf(fmaf(4, norm, radius), 0x1p-21f, 0x1p-120f);
}
// [change] [proof]

// What lanes hold, joined by `join`, in each lane of the warp.
template <typename Join>
__device__ float warp_join(float value, Join join) {
  for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2)
    value = join(value, __shfl_xor_sync(0xffffffffu, value, lane_offset));
  return value;
}

// [change] [prepare]
// Fills the tile with the candidates from `first` on, up to `last`: {2 Q, K - |Q|^2}. Returns the centre, and K.
__device__ float4 prepare(const float3* points, int first, int last, float4* tile) {
  __shared__ float warp_largest[block_size / 32];
  constexpr int share = tile_size / block_size;  // candidates a thread
  float4 own[share];
  const float3 centre = points[first];  // any point near them will do
  float largest = 0;
#pragma unroll
  for (int k = 0; k < share; ++k) {
    const int i = first + threadIdx.x + k * block_size;
    own[k] = {0, 0, 0, INFINITY};  // past the last: never the largest
    if (i < last) {
      const float3 point = points[i];
      const float x = point.x - centre.x;
      const float y = point.y - centre.y;
      const float z = point.z - centre.z;
      const float norm = fmaf(z, z, fmaf(y, y, x * x));
      own[k] = {2 * x, 2 * y, 2 * z, norm};
      largest = fmaxf(largest, norm);
    }
  }
  largest = warp_join(largest, [](float a, float b) { return fmaxf(a, b); });
  if (threadIdx.x % 32 == 0) warp_largest[threadIdx.x / 32] = largest;
  __syncthreads();  // the warps' largest are there, and no thread still reads the previous tile
  for (int warp = 0; warp < block_size / 32; ++warp) largest = fmaxf(largest, warp_largest[warp]);
#pragma unroll
  for (int k = 0; k < share; ++k) {
    own[k].w = largest - own[k].w;
    tile[threadIdx.x + k * block_size] = own[k];
  }
  __syncthreads();  // the tile is full
  return {centre.x, centre.y, centre.z, largest};
}
// [change] [prepare]

// What the filter knows of a point and a slice.
struct __align__(16) Bounds {
  float lowest;  // no distance in the slice lies below
  float second;  // no distance in the other chunks of the slice lies below
  int chunk;     // the one with the lowest bound
  int unused;
};

// [max3]
// The maximum of three integers: one instruction from compute capability 9.0 on.
__device__ int max3(int a, int b, int c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return __vimax3_s32(a, b, c);
#else
  return max(max(a, b), c);
#endif
}

// The same for floats. The bits of negative floats have the wrong order as integers: of_integers is only for a >= 0, and
// then b and c count only if they are positive.
template <bool of_integers>
__device__ float max3(float a, float b, float c) {
  if (!of_integers) return fmaxf(a, fmaxf(b, c));
  return __int_as_float(max3(__float_as_int(a), __float_as_int(b), __float_as_int(c)));
}
// [max3]

// [change]
// First kernel: the filter, for a block of points and a slice of the chunks. of_integers: by the maximum of three
// integers.
template <bool of_integers>
__global__ void __launch_bounds__(block_size, 1)
    filter(const float3* points, int count, int chunks, Bounds* bounds) {
  // Candidates at a time. Coordinate by coordinate, so that neighboring instructions have an operand in common, which
  // then is read once: a multiply-add of three registers is held up by reading them.
  constexpr int step = 32 / items_per_thread;
  __shared__ float4 tile[tile_size];

  const int first_own = blockIdx.x * block_size * items_per_thread;
  const int query = first_own + threadIdx.x;
  Bounds found[items_per_thread];
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) found[item] = {INFINITY, INFINITY, INT_MAX, 0};

  // [tiles]
  const int begin = nearest::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = nearest::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  for (int first = begin; first < end; first += tile_chunks) {  // with few points there is one tile
    const int last = min(first + tile_chunks, end);
    const float4 centre = prepare(points, first * size, min(last * size, count), tile);

    float3 from_centre[items_per_thread];
    float farthest[items_per_thread];  // |P|^2 + K - error
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const int i = query + item * block_size;
      const float3 point = i < count ? points[i] : float3{};
      const float3 p{point.x - centre.x, point.y - centre.y, point.z - centre.z};
      const float norm = fmaf(p.z, p.z, fmaf(p.y, p.y, p.x * p.x));
      from_centre[item] = p;
      farthest[item] = norm + centre.w - error_bound(norm, 4 * centre.w);
    }
    // [tiles]

    for (int chunk = first; chunk < last; ++chunk) {
      const float4* candidates = tile + (chunk - first) * size;
      // [change]
      float largest[items_per_thread];  // 2 P.Q + K - |Q|^2, or 0
#pragma unroll
      for (int item = 0; item < items_per_thread; ++item) largest[item] = 0;
#pragma unroll 1
      for (int k = 0; k < size; k += step) {
        float value[step][items_per_thread];
#pragma unroll
        for (int j = 0; j < step; ++j) {
          const float4 candidate = candidates[k + j];
#pragma unroll
          for (int item = 0; item < items_per_thread; ++item)
            value[j][item] = fmaf(from_centre[item].z, candidate.z, candidate.w);
#pragma unroll
          for (int item = 0; item < items_per_thread; ++item)
            value[j][item] = fmaf(from_centre[item].y, candidate.y, value[j][item]);
#pragma unroll
          for (int item = 0; item < items_per_thread; ++item)
            value[j][item] = fmaf(from_centre[item].x, candidate.x, value[j][item]);
        }
#pragma unroll
        for (int item = 0; item < items_per_thread; ++item) {
#pragma unroll
          for (int j = 0; j < step; j += 2) {
            largest[item] = max3<of_integers>(largest[item], value[j][item], value[j + 1][item]);
          }
        }
      }

      // [change] [bounds]
      const bool any_own =
          chunk * size < first_own + block_size * items_per_thread && (chunk + 1) * size > first_own;
#pragma unroll
      for (int item = 0; item < items_per_thread; ++item) {
        // Where a value is no number, the error is infinite, and fmaxf makes the bound the least there is.
        float lower = fmaxf(farthest[item] - largest[item], -INFINITY);
        // A point is at distance 0 from itself. The second look searches its own chunk in any case.
        if (any_own && (query + item * block_size) / size == chunk) lower = INFINITY;
        found[item].second = fminf(found[item].second, fmaxf(found[item].lowest, lower));
        if (lower < found[item].lowest) found[item].chunk = chunk;
        found[item].lowest = fminf(found[item].lowest, lower);
      }
      // [change] [bounds]
    }
  }

#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    if (i < count) bounds[static_cast<long long>(blockIdx.y) * count + i] = found[item];
  }
}

// Second kernel, the second look: finds the nearest point in the own chunk and in all that are not ruled out. A warp for
// each point, a lane for each slice, of which there are at most 32.
template <int size>
__global__ void __launch_bounds__(block_size)
    second_look(const float3* given, int count, int chunks, int slices, const Bounds* bounds, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  // [change]
  const nearest::GivenPoints points{given};
  const float4 own = points[query];
  // [change]
  nearest::Best best;
  const auto look = [&](int first, int last) {
    nearest::scan(points, first * size, min(last * size, count), own, best);
  };

  Bounds mine{INFINITY, INFINITY, INT_MAX, 0};
  if (lane < slices) mine = bounds[static_cast<long long>(lane) * count + query];

  // The own chunk, and the likeliest of all others: what is found there rules out nearly all the rest.
  nearest::Best likeliest;
  likeliest.consider(mine.lowest, mine.chunk);
  likeliest = nearest::warp_best(likeliest);
  look(query / size, query / size + 1);
  if (likeliest.index != INT_MAX) look(likeliest.index, likeliest.index + 1);
  best = nearest::warp_best(best);

  const float known = best.distance;
  const bool again = mine.lowest <= known && mine.lowest < INFINITY && mine.chunk != likeliest.index;
  for (unsigned which = __ballot_sync(0xffffffffu, again); which != 0; which &= which - 1) {
    const int chunk = __shfl_sync(0xffffffffu, mine.chunk, __ffs(which) - 1);
    look(chunk, chunk + 1);
  }
  // More than one chunk of a slice: then all of it.
  const bool all = mine.second <= known && mine.second < INFINITY;
  for (unsigned which = __ballot_sync(0xffffffffu, all); which != 0; which &= which - 1) {
    const int slice = __ffs(which) - 1;
    look(nearest::first_chunk(slice, slices, chunks), nearest::first_chunk(slice + 1, slices, chunks));
  }
  best = nearest::warp_best(best);
  if (lane == 0) nearest[query] = best.index == INT_MAX ? -1 : best.index;
}

// The search, with its array.
template <bool of_integers>
class Search {
 public:
  // slices: 0 for what suits the device
  explicit Search(int count, int slices = 0)
      : count_(count),
        chunks_((count + size - 1) / size),
        query_blocks_(tutorial::blocks_for(count, block_size * items_per_thread)),
        slices_(slices > 0 ? slices : suitable_slices()),
        bounds_(static_cast<std::size_t>(count) * static_cast<std::size_t>(slices_)) {}

  // Launches the kernels: two.
  void launch(const float3* given, int* nearest) {
    const dim3 grid(query_blocks_, static_cast<unsigned>(slices_));
    filter<of_integers><<<grid, block_size>>>(given, count_, chunks_, bounds_.data());
    CUDA_CHECK_LAUNCH();
    second_look<size><<<tutorial::blocks_for(count_, block_size / 32), block_size>>>(
        given, count_, chunks_, slices_, bounds_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int suitable_slices() const {
    return nearest::slices_for(filter<of_integers>, block_size, query_blocks_, chunks_, fewest_slices);
  }

  int count_;
  int chunks_;
  unsigned query_blocks_;
  int slices_;
  tutorial::DeviceBuffer<Bounds> bounds_;
};

template <bool of_integers>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem,
             const std::string& variant) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search<of_integers> search(problem.count);
  program.measure(
      problem.row(variant), [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  measure<false>(program, problem, "maximum of two numbers");
  measure<true>(program, problem, "maximum of three integers");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
