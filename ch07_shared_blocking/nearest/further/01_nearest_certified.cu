// nearest_certified: can a faster formula that rounds badly still give the exact answer?
// Step     dot products filter
// Before   nearest_split computes each distance from differences: 6 instructions per pair, and half a minimum.
// Change   |p - q|^2 = |p|^2 - (2 p.q - |q|^2). The expression in parentheses takes 3 multiply-adds, since 2 q and -|q|^2
//          belong to the candidate and are computed once; |p|^2 belongs to the point and can be added later. But it is a
//          small difference of large numbers: used alone, it gives a wrong neighbor for some points. So it is only a
//          filter. We prove a bound on its error, which is small because each chunk measures its coordinates from its own
//          center. That gives each chunk a lower bound:
//
//              squared distance   0 ----------------------------------------------->
//              chunk 0                                  |---x---|
//              chunk 1                    |---x---|
//              chunk 2                 |---x---|                   x: the filter's value
//              chunk 3                                |---x---|    |: no distance is below this
//              the nearest of chunk 2, exactly:     ^
//
//          Chunk 2 has the lowest bound and is searched again, with squared_distance itself. That rules out chunks 0 and 3,
//          but not chunk 1, which is searched as well. Such a chunk is rare. Variant 1 takes the points in the given order.
//          Then a chunk is as wide as all points together, and the error grows with the width: in dense clusters it hides
//          the nearest point among thousands. Variant 2 first orders the points by the cells of a grid, so that chunks are
//          small.
// Expect   3.5 instructions per pair instead of 6.5, and a percent or two for each chunk's bounds: 1.7 times as fast for
//          many points. Clusters should be a disaster for variant 1 and no problem for variant 2. Ordering takes four small
//          kernels: too much for 10,000 points, negligible for a million.
// Measured - At 1 M, it is 1.5 to 1.9 times as fast as nearest_split (after measuring).
//          - At 10 K, "points ordered by cells" is slower than "points as given" (after measuring).
// Run      ./tutorial run nearest_certified -- --count 400000 --data clustered
// See      ./tutorial explain nearest_certified
// Source   [Rose] ch. 7

#include <cuda_pipeline.h>

#include "nearest/further/cell_order.cuh"
#include "nearest/further/certified_chunks.cuh"
#include "nearest/further/exact.cuh"
#include "nearest/nearest.hpp"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

using namespace nearest::certified;

// Slices at least: where a second look takes a whole slice, slices should be short.
constexpr int fewest_slices = 16;

// [change]
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

// Second kernel: the filter, for a block of points and a slice of the chunks. items_per_thread: points per thread; size:
// candidates a chunk; of_integers: by the maximum of three integers.
template <int items_per_thread, int size, bool of_integers>
__global__ void __launch_bounds__(block_size, 1)
    filter(const float4* ordered, const float4* packed, const float4* centres, int count, int chunks,
           Bounds* bounds) {
  // Candidates at a time. Coordinate by coordinate, so that neighboring instructions have an operand in common, which
  // then is read once: a multiply-add of three registers is held up by reading them.
  constexpr int step = 32 / items_per_thread;
  __shared__ float4 tile[2][size];
  // A thread's points. They are needed once a chunk, and registers are scarce.
  __shared__ float3 own[items_per_thread][block_size];

  const int first_own = blockIdx.x * block_size * items_per_thread;
  const int query = first_own + threadIdx.x;
  Bounds found[items_per_thread];
#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    const float4 point = i < count ? ordered[i] : float4{};
    own[item][threadIdx.x] = float3{point.x, point.y, point.z};
    found[item] = {INFINITY, INFINITY, INT_MAX, 0};
  }

  const auto fetch = [&](int chunk) {
    for (int k = threadIdx.x; k < size; k += block_size) {
      __pipeline_memcpy_async(&tile[chunk % 2][k], &packed[chunk * size + k], sizeof(float4));
    }
    __pipeline_commit();
  };
  const int begin = nearest::first_chunk(blockIdx.y, gridDim.y, chunks);
  const int end = nearest::first_chunk(blockIdx.y + 1, gridDim.y, chunks);
  if (begin < end) fetch(begin);
  for (int chunk = begin; chunk < end; ++chunk) {
    __pipeline_wait_prior(0);
    __syncthreads();  // this tile is full, and no thread still reads the other
    if (chunk + 1 < end) fetch(chunk + 1);

    // [filter]
    const float4 centre = centres[chunk];
    float3 from_centre[items_per_thread];
    float largest[items_per_thread];  // 2 P.Q - |Q|^2
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const float3 point = own[item][threadIdx.x];
      from_centre[item] = {point.x - centre.x, point.y - centre.y, point.z - centre.z};
      largest[item] = of_integers ? 0 : -INFINITY;
    }
#pragma unroll 1
    for (int k = 0; k < size; k += step) {
      float value[step][items_per_thread];
#pragma unroll
      for (int j = 0; j < step; ++j) {
        const float4 candidate = tile[chunk % 2][k + j];
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
    // [filter]

    // [certify]
    const bool any_own =
        chunk * size < first_own + block_size * items_per_thread && (chunk + 1) * size > first_own;
#pragma unroll
    for (int item = 0; item < items_per_thread; ++item) {
      const float3 p = from_centre[item];
      const float norm = fmaf(p.z, p.z, fmaf(p.y, p.y, p.x * p.x));
      const float error = error_bound(norm, centre.w);
      // Infinity minus infinity is NaN; fmaxf turns it into the lowest value.
      float lower = fmaxf(norm - largest[item] - error, -INFINITY);
      // A point is at distance 0 from itself. The second look searches its own chunk in any case.
      if (any_own && (query + item * block_size) / size == chunk) lower = INFINITY;
      found[item].second = fminf(found[item].second, fmaxf(found[item].lowest, lower));
      if (lower < found[item].lowest) found[item].chunk = chunk;
      found[item].lowest = fminf(found[item].lowest, lower);
    }
    // [certify]
  }

#pragma unroll
  for (int item = 0; item < items_per_thread; ++item) {
    const int i = query + item * block_size;
    if (i < count) bounds[static_cast<long long>(blockIdx.y) * count + i] = found[item];
  }
}

// [second]
// Third kernel, the second look: finds the nearest point in the own chunk and in all that are not ruled out. A warp for
// each point, a lane for each slice, of which there are at most 32.
template <int size>
__global__ void __launch_bounds__(block_size) second_look(const float4* ordered, int count, int chunks,
                                                          int slices, const Bounds* bounds, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  const float4 own = ordered[query];
  nearest::Best best;
  const auto look = [&](int first, int last) {
    nearest::scan(ordered, first * size, min(last * size, count), own, best);
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
  if (lane == 0) nearest[__float_as_int(own.w)] = best.index == INT_MAX ? -1 : best.index;
}
// [change] [second]

// The search, with its arrays.
template <int items_per_thread, int size, bool of_integers>
class Search {
 public:
  // slices: 0 for what suits the device
  explicit Search(int count, int slices = 0)
      : count_(count),
        chunks_((count + size - 1) / size),
        query_blocks_(tutorial::blocks_for(count, block_size * items_per_thread)),
        slices_(slices > 0 ? slices : suitable_slices()),
        order_(count),
        ordered_(points()),
        packed_(static_cast<std::size_t>(chunks_) * size),
        centres_(static_cast<std::size_t>(chunks_)),
        bounds_(points() * static_cast<std::size_t>(slices_)) {}

  // Launches the kernels: three, and four more for the order.
  void launch(const float3* given, bool by_cells, int* nearest) {
    if (by_cells) {
      order_.launch(given, ordered_.data());
      prepare<const float4*>(ordered_.data());
    } else {
      prepare(nearest::GivenPoints{given});
    }
    const dim3 grid(query_blocks_, static_cast<unsigned>(slices_));
    filter<items_per_thread, size, of_integers><<<grid, block_size>>>(
        ordered_.data(), packed_.data(), centres_.data(), count_, chunks_, bounds_.data());
    CUDA_CHECK_LAUNCH();
    second_look<size><<<tutorial::blocks_for(count_, block_size / 32), block_size>>>(
        ordered_.data(), count_, chunks_, slices_, bounds_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  template <typename Points>
  void prepare(Points given) {
    prepare_chunks<size><<<tutorial::blocks_for(chunks_, block_size / 32), block_size>>>(
        given, count_, chunks_, ordered_.data(), packed_.data(), centres_.data());
    CUDA_CHECK_LAUNCH();
  }
  int suitable_slices() const {
    return nearest::slices_for(filter<items_per_thread, size, of_integers>, block_size, query_blocks_,
                               chunks_, fewest_slices);
  }
  std::size_t points() const { return static_cast<std::size_t>(count_); }

  int count_;
  int chunks_;
  unsigned query_blocks_;
  int slices_;
  nearest::CellOrder order_;
  tutorial::DeviceBuffer<float4> ordered_;
  tutorial::DeviceBuffer<float4> packed_;
  tutorial::DeviceBuffer<float4> centres_;
  tutorial::DeviceBuffer<Bounds> bounds_;
};

template <int items_per_thread, int size, bool of_integers>
void measure(tutorial::Program& program, const tutorial::NearestProblem& problem) {
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search<items_per_thread, size, of_integers> search(problem.count);
  for (const bool by_cells : {false, true}) {
    nearest.poison();
    program.measure(
        problem.row(by_cells ? "points ordered by cells" : "points as given"),
        [&] { search.launch(points.data(), by_cells, nearest.data()); },
        [&] { return problem.check(nearest.to_host()); });
  }
}

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  if (problem.count < 50'000) {
    // More blocks, and less to look at again. The maximum of three has no bound for a point that is nearer to a chunk's
    // centre than to its neighbors: there is hardly one, but its warp alone would take longer than all others.
    measure<4, 64, false>(program, problem);
  } else {
    measure<8, 256, true>(program, problem);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
