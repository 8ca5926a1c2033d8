// nearest_boxes: what if the cells were smaller where the points are denser?
// Step     boxes of sorted points
// Before   The cells of nearest_grid all have the same size, which the bounding box of all points determines. If the points
//          form clusters, nearly all of them share a few cells, and each search tests a whole cluster.
// Change   There are no cells. The points are sorted along a Hilbert curve, which runs through a fine grid such that
//          neighbors on the curve are neighbors in space. 32 consecutive points are a leaf, and a leaf stores its bounding
//          box, which is small where points are dense. 32 leaves have a box again, and 32 of those. A warp searches for the
//          32 points of a leaf together, starting from the largest boxes:
//
//              lane i    the box of child i: can it contain a point nearer than the best so far of any point of the leaf?
//              ballot    those that can, one after the other: each lane tests its own point; descend if any lane says yes
//              leaf      the same for its 32 points; each lane compares the remaining ones with its own point
//
//          No lane waits for another lane's loop, and a box is loaded once for 32 searches. A leaf may be half in one
//          cluster and half in the next, and its box would span the gap between them. So its points are split into two
//          groups, separated at the widest step along the curve. A bound is computed as a distance is, difference by
//          difference; rounding preserves the order, so no bound is above the distance of a point in its box. The answer is
//          exact, including ties.
//
// Expect   Uniform points: sorting takes five passes over keys and indices, more than all of nearest_grid, so it is slower
//          by a factor of about two. Clusters of any density: the same number of tests per point, so nearly the same time,
//          while nearest_grid takes 25 times as long as for uniform points. The same for surfaces.
// Measured - It is slower than nearest_grid (after measuring).
//          - At 400 K, clustered, it is at least 8 times as fast as nearest_grid (after measuring). Missed: The H100's
//            rows of nearest_grid are those of today's version, which returns a point even if distances are infinite, and
//            takes two thirds of the time of the version before. The boxes' time there is unchanged.
//          - At 400 K, clustered, it takes 0 to 300 us (after measuring).
// Run      ./tutorial run nearest_boxes -- --count 400000 --data clustered
// See      ./tutorial explain nearest_boxes
// Source   Lauterbach et al., Eurographics 2009 (boxes over a sorted curve); Skilling, AIP 707 (Hilbert's curve)

#include <climits>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>

#include "nearest/further/exact.cuh"
#include "nearest/further/sort_by_cell.cuh"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 128;  // threads per block of the search
constexpr int leaf_block = 1024;
constexpr unsigned whole_warp = 0xFFFFFFFF;

// [curve]
// Places along an axis: 2^14, so that a cluster of a thousandth of the whole still has 14 of them.
constexpr int axis_bits = 14;

// The cube round all points, and places a unit of length. Whatever a number is, its place is one of the grid.
struct Curve {
  float3 low;
  float scale;

  __device__ unsigned place(float coordinate, float begin) const {
    constexpr float last = (1 << axis_bits) - 1;
    return static_cast<unsigned>(fminf(fmaxf((coordinate - begin) * scale, 0), last));
  }

  // How far along the curve the place of a point is. Level by level, from the largest cube down: where the point is in the
  // lower half, the curve of that half is turned, and where the curve comes back, it is mirrored.
  __device__ std::uint64_t key(float3 point) const {
    unsigned axis[3] = {place(point.x, low.x), place(point.y, low.y), place(point.z, low.z)};
    for (unsigned bit = 1u << (axis_bits - 1); bit > 1; bit /= 2) {
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        const unsigned swapped = axis[i] & bit ? 0 : (axis[0] ^ axis[i]) & (bit - 1);
        axis[0] ^= axis[i] & bit ? bit - 1 : swapped;
        axis[i] ^= swapped;
      }
    }
    axis[1] ^= axis[0];
    axis[2] ^= axis[1];
    unsigned mirrored = 0;
    for (unsigned bit = 1u << (axis_bits - 1); bit > 1; bit /= 2) mirrored ^= axis[2] & bit ? bit - 1 : 0;
    std::uint64_t key = 0;
    for (int bit = axis_bits - 1; bit >= 0; --bit) {
      for (const unsigned a : axis) key = 2 * key + ((a ^ mirrored) >> bit & 1);
    }
    return key;
  }
};
// [curve]

struct MakeCurve {
  Curve* curve;

  __device__ void operator()(const nearest::Box& box) const {
    float longest = 0;
    for (int axis = 0; axis < 3; ++axis) longest = fmaxf(longest, box.high(axis) - box.low(axis));
    const float scale = static_cast<float>(1 << axis_bits) / longest;
    *curve = {{box.low(0), box.low(1), box.low(2)}, scale < INFINITY ? scale : 0};
  }
};

__global__ void number_points(const float3* points, int count, const Curve* curve, std::uint64_t* keys,
                              int* indices) {
  const int i = blockIdx.x * nearest::sort_block + threadIdx.x;
  if (i >= count) return;
  keys[i] = curve->key(points[i]);
  indices[i] = i;
}

// [boxes]
// A box by two corners.
struct Corners {
  float4 low;
  float4 high;
};

// That of no point: its low corner is above its high one.
__device__ Corners empty_box() {
  return {{INFINITY, INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, -INFINITY, 0}};
}

// Boxes of a level, and how many there are.
struct Level {
  float4* low;
  float4* high;
  int count;

  __device__ Corners operator[](int i) const { return {low[i], high[i]}; }
  __device__ void set(int i, const Corners& box) const {
    low[i] = box.low;
    high[i] = box.high;
  }
};

// The box round those of all lanes, in each of them.
__device__ Corners join(Corners box) {
  for (int offset = 16; offset > 0; offset /= 2) {
    box.low.x = fminf(box.low.x, __shfl_xor_sync(whole_warp, box.low.x, offset));
    box.low.y = fminf(box.low.y, __shfl_xor_sync(whole_warp, box.low.y, offset));
    box.low.z = fminf(box.low.z, __shfl_xor_sync(whole_warp, box.low.z, offset));
    box.high.x = fmaxf(box.high.x, __shfl_xor_sync(whole_warp, box.high.x, offset));
    box.high.y = fmaxf(box.high.y, __shfl_xor_sync(whole_warp, box.high.y, offset));
    box.high.z = fmaxf(box.high.z, __shfl_xor_sync(whole_warp, box.high.z, offset));
  }
  return box;
}

// Puts the points in their order, {x, y, z, index}; a warp has a leaf and makes its box, a block makes that of 32 leaves.
__global__ void __launch_bounds__(leaf_block) make_leaves(const float3* points, const int* indices, int count,
                                                          float4* sorted, Level leaves, Level level) {
  __shared__ Corners of_leaf[32];
  const int i = blockIdx.x * leaf_block + threadIdx.x;
  const int warp = threadIdx.x / 32;
  Corners box = empty_box();
  if (i < count) {
    const int index = indices[i];
    const float3 point = points[index];
    sorted[i] = {point.x, point.y, point.z, __int_as_float(index)};
    box = {{point.x, point.y, point.z, 0}, {point.x, point.y, point.z, 0}};
  }
  box = join(box);
  if (threadIdx.x % 32 == 0) {
    of_leaf[warp] = box;
    if (i < count) leaves.set(i / 32, box);
  }

  __syncthreads();

  if (warp != 0) return;
  box = join(of_leaf[threadIdx.x]);
  if (threadIdx.x == 0 && count > 0) level.set(blockIdx.x, box);
}

// A level from the one below, 32 boxes a warp.
__global__ void join_boxes(Level below, Level level) {
  const int parent = (blockIdx.x * nearest::sort_block + threadIdx.x) / 32;
  const int child = blockIdx.x * nearest::sort_block + threadIdx.x;
  if (parent >= level.count) return;
  const Corners box = join(child < below.count ? below[child] : empty_box());
  if (threadIdx.x % 32 == 0) level.set(parent, box);
}
// [boxes]

// [bound]
// How far apart two intervals are; 0 where they meet.
__device__ float gap(float low, float high, float other_low, float other_high) {
  return fmaxf(fmaxf(other_low - high, low - other_high), 0);
}

// A lower bound of the squared distances between points of two boxes, rounded as nearest::squared_distance is: never above
// that of any two of them as float sees it. Infinite where there are no points.
__device__ float apart(const Corners& a, const Corners& b) {
  const float dx = gap(a.low.x, a.high.x, b.low.x, b.high.x);
  const float dy = gap(a.low.y, a.high.y, b.low.y, b.high.y);
  const float dz = gap(a.low.z, a.high.z, b.low.z, b.high.z);
  return fmaf(dz, dz, fmaf(dy, dy, dx * dx));
}
// [bound]

// [search]
// A warp's search for the 32 points of its leaf; a lane has one.
struct LeafSearch {
  const float4* sorted;
  int count;
  Level levels[3];  // leaves, of 32 points; of 1024; of 32768

  int leaf;
  float4 own;
  Corners group[2] = {empty_box(), empty_box()};  // round the points of the leaf, in two parts
  nearest::Best best = {};
  float farthest = INFINITY;  // of all lanes' best distances

  __device__ bool near(const Corners& box) const {
    const float distance = fminf(apart(group[0], box), apart(group[1], box));
    return distance <= farthest && distance < INFINITY;
  }

  __device__ void update_farthest() {
    farthest = best.distance;
    for (int offset = 16; offset > 0; offset /= 2)
      farthest = fmaxf(farthest, __shfl_xor_sync(whole_warp, farthest, offset));
  }

  __device__ void compare_leaf(int other_leaf) {
    const int place = 32 * other_leaf + static_cast<int>(threadIdx.x % 32);
    const float4 mine = sorted[place < count ? place : count - 1];
    unsigned left = __ballot_sync(whole_warp, place < count && near({mine, mine}));
    for (; left != 0; left &= left - 1) {
      const int lane = __ffs(static_cast<int>(left)) - 1;
      const float4 other = {__shfl_sync(whole_warp, mine.x, lane), __shfl_sync(whole_warp, mine.y, lane),
                            __shfl_sync(whole_warp, mine.z, lane), __shfl_sync(whole_warp, mine.w, lane)};
      nearest::compare(own, other, best);
    }
    update_farthest();
  }

  // The children `first` to `first` + 31 of a level, from which the search goes down.
  template <int level>
  __device__ void visit(int first) {
    const int child = first + static_cast<int>(threadIdx.x % 32);
    const bool mine = child < levels[level].count && near(levels[level][child]);
    unsigned left = __ballot_sync(whole_warp, mine);
    for (; left != 0; left &= left - 1) {
      const int next = first + __ffs(static_cast<int>(left)) - 1;
      if (!__any_sync(whole_warp, apart({own, own}, levels[level][next]) <= best.distance)) continue;
      if constexpr (level > 0) {
        visit<level - 1>(32 * next);
      } else if (next != leaf) {
        compare_leaf(next);
      }
    }
  }
};

// The points of a leaf in two groups, parted where the way to the next one is longest.
__device__ void part(float4 own, bool active, Corners (&group)[2]) {
  const int lane = threadIdx.x % 32;
  const float4 next = {__shfl_down_sync(whole_warp, own.x, 1), __shfl_down_sync(whole_warp, own.y, 1),
                       __shfl_down_sync(whole_warp, own.z, 1), 0};
  const bool has_next = __shfl_down_sync(whole_warp, static_cast<int>(active), 1) != 0 && lane < 31;
  const float step = has_next ? nearest::squared_distance(own, next) : -1;
  float longest = step;
  for (int offset = 16; offset > 0; offset /= 2)
    longest = fmaxf(longest, __shfl_xor_sync(whole_warp, longest, offset));
  const int last = __ffs(static_cast<int>(__ballot_sync(whole_warp, step == longest))) - 1;  // of group 0
  const Corners point = {own, own};
  group[0] = join(active && lane <= last ? point : empty_box());
  group[1] = join(active && lane > last ? point : empty_box());
}

__global__ void __launch_bounds__(block_size)
    search(const float4* sorted, int count, Level leaves, Level level1, Level level2, int* found) {
  const int place = blockIdx.x * block_size + threadIdx.x;
  const int leaf = place / 32;
  if (leaf >= leaves.count) return;
  const bool active = place < count;
  LeafSearch warp{sorted, count, {leaves, level1, level2}, leaf, sorted[active ? place : count - 1]};
  part(warp.own, active, warp.group);

  // Neighbors on the curve are close, also those in the next leaf: a good bound before the search starts. A lane without a
  // point needs nothing.
  for (int step = 1; step <= 2; ++step) {
    nearest::compare(warp.own, sorted[max(place - step, 0) < count ? max(place - step, 0) : count - 1],
                     warp.best);
    nearest::compare(warp.own, sorted[min(place + step, count - 1)], warp.best);
  }
  if (!active) warp.best = {-1, 0};
  warp.update_farthest();

  warp.compare_leaf(leaf);
  for (int first = 0; first < level2.count; first += 32) warp.visit<2>(first);

  // Infinite distances are equal: the lowest index wins.
  if (warp.best.distance == INFINITY) warp.best.index = count == 1 ? -1 : __float_as_int(warp.own.w) == 0;
  if (active) found[__float_as_int(warp.own.w)] = warp.best.index;
}
// [search]

// The boxes of a level in device memory.
class LevelBoxes {
 public:
  explicit LevelBoxes(int count)
      : count_(count), low_(static_cast<std::size_t>(count)), high_(static_cast<std::size_t>(count)) {}

  Level level() { return {low_.data(), high_.data(), count_}; }

 private:
  int count_;
  tutorial::DeviceBuffer<float4> low_;
  tutorial::DeviceBuffer<float4> high_;
};

// Sorting, boxes and search. The arrays live as long as the object.
class Search {
 public:
  explicit Search(int count)
      : count_(count),
        box_(1),
        curve_(1),
        keys_(static_cast<std::size_t>(count)),
        sorted_keys_(static_cast<std::size_t>(count)),
        indices_(static_cast<std::size_t>(count)),
        sorted_indices_(static_cast<std::size_t>(count)),
        sorted_(static_cast<std::size_t>(count)),
        leaves_(groups(count)),
        level1_(groups(groups(count))),
        level2_(groups(groups(groups(count)))),
        scratch_(sort(nullptr, 0)) {}

  // [launch]
  void launch(const float3* points, int* nearest) {
    const unsigned blocks = tutorial::blocks_for(count_, nearest::sort_block);
    CUDA_CHECK(cudaMemsetAsync(box_.data(), 0, box_.bytes()));
    nearest::launch_find_box(points, count_, box_.data(), MakeCurve{curve_.data()});
    number_points<<<blocks, nearest::sort_block>>>(points, count_, curve_.data(), keys_.data(),
                                                   indices_.data());
    CUDA_CHECK_LAUNCH();
    sort(scratch_.data(), scratch_.bytes());
    make_leaves<<<tutorial::blocks_for(count_, leaf_block), leaf_block>>>(
        points, sorted_indices_.data(), count_, sorted_.data(), leaves_.level(), level1_.level());
    CUDA_CHECK_LAUNCH();
    join_boxes<<<tutorial::blocks_for(level1_.level().count, nearest::sort_block), nearest::sort_block>>>(
        level1_.level(), level2_.level());
    CUDA_CHECK_LAUNCH();
    search<<<tutorial::blocks_for(count_, block_size), block_size>>>(
        sorted_.data(), count_, leaves_.level(), level1_.level(), level2_.level(), nearest);
    CUDA_CHECK_LAUNCH();
  }
  // [launch]

 private:
  static int groups(int count) { return (count + 31) / 32; }

  // By all bits of the key but the last two: a pass has eight, and these would be one more. Returns the bytes that it needs.
  std::size_t sort(void* scratch, std::size_t bytes) {
    constexpr int first_bit = 2;
    CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_.data(), sorted_keys_.data(),
                                               indices_.data(), sorted_indices_.data(), count_, first_bit,
                                               3 * axis_bits));
    return bytes;
  }

  int count_;
  tutorial::DeviceBuffer<nearest::Box> box_;
  tutorial::DeviceBuffer<Curve> curve_;
  tutorial::DeviceBuffer<std::uint64_t> keys_;
  tutorial::DeviceBuffer<std::uint64_t> sorted_keys_;
  tutorial::DeviceBuffer<int> indices_;
  tutorial::DeviceBuffer<int> sorted_indices_;
  tutorial::DeviceBuffer<float4> sorted_;
  LevelBoxes leaves_;
  LevelBoxes level1_;
  LevelBoxes level2_;
  tutorial::DeviceBuffer<unsigned char> scratch_;
};

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search search(problem.count);

  tutorial::Case row = problem.row("boxes, built and searched");
  row.work = problem.count;
  row.unit = tutorial::Unit::giga_elements_per_second;
  row.ceiling = tutorial::Ceiling::none;
  program.measure(
      row, [&] { search.launch(points.data(), nearest.data()); },
      [&] { return problem.check(nearest.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  tutorial::PointOptions options;
  tutorial::add_point_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
