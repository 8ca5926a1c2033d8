// nearest_grid: what if most of the pairs need no test at all?
// Step     a grid of cells
// Before   Every search so far tests each point against all others. Faster searches test a pair faster, but the number of
//          pairs stays n (n - 1): ten times the points are a hundred times the pairs.
// Change   A different algorithm. We place a grid over the points, with one cell per two points, and sort the points by
//          cell: count the points of each cell, assign each cell its range, and scatter the points there. A search starts
//          in the point's own cell and the cells around it, and continues outward ring by ring until no point farther out
//          can be nearer than the best so far:
//
//              2 2 2 2 2
//              2 1 1 1 2       ring 1 comes first, together with the point's own cell: 27 cells in space
//              2 1 o 1 2       stop when: best distance < distance to the nearest face of the cube of rings
//              2 1 1 1 2
//              2 2 2 2 2
//
//          The cells of a row are contiguous in memory, so three neighbors in a row are one run of points. Rows may be in
//          any order. That avoids a scan over all cells: a warp scans its row and reserves its range with one shared
//          counter.
//
// Expect   27 cells of two points each instead of n points: some 50 tests per point instead of 1 M. What remains is memory
//          traffic, four passes over points or cells, and the search, whose warps diverge. We expect well below a
//          millisecond at 1 M points, where all pairs take more than a hundred milliseconds. Clusters cost more, since the
//          bounding box of all points determines the size of a cell: as many tests per point as there are points in its
//          cluster. The worst case is all pairs again: all points but one are in one cell.
//          - At 1 M, it takes 0 to 1000 us (before measuring).
// Run      ./tutorial run nearest_grid -- --count 1000000
// See      ./tutorial explain nearest_grid
// Source   none of the books

#include "nearest/further/exact.cuh"
#include "nearest/further/sort_by_cell.cuh"
#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = nearest::sort_block;
constexpr int block_warps = block_size / 32;
constexpr unsigned whole_warp = 0xFFFFFFFF;

constexpr float points_a_cell = 2;

// [change] [grid]
// The cells along an axis. All points have a cell from 0 to cells - 1.
struct Axis {
  float begin;     // where cell 0 begins
  float per_unit;  // cells in a unit of length
  float size;      // length of a cell, rounded down
  float slack;     // that rounding may move a place by, in cells
  int cells;

  // A coordinate in cells.
  __device__ float place(float coordinate) const { return (coordinate - begin) * per_unit; }

  // Where the axis has one cell alone, a place may be no number, and fminf drops it.
  __device__ int cell(float coordinate) const {
    return static_cast<int>(fminf(place(coordinate), static_cast<float>(cells - 1)));
  }

  // A lower bound of the squared distance from `place` to all points in the cells beyond cell border `border`;
  // 0 where there is none.
  //
  // With u = 2^-24, place() is off by at most 2.1 u of itself, for the point here and for one beyond the border.
  // It grows with the coordinate, rounded or not, so a point whose cell is beyond the border has a place beyond
  // it. Two places and a difference: less than 8 u cells (`slack`). `size` is rounded down by 2^-16, more than
  // the roundings of this bound and of a distance together: a point beyond the border is further away, even as
  // float sees it.
  __device__ float beyond(float place, int border) const {
    const float gap = fmaxf(fabsf(static_cast<float>(border) - place) - slack, 0.0f) * size;
    return gap * gap;
  }
};

struct Grid {
  Axis x, y, z;

  // Rows go along x. A row has an entry more than cells: where its last cell ends.
  __device__ int rows() const { return y.cells * z.cells; }
  __device__ int row_entries() const { return x.cells + 1; }
  __device__ int entry(float3 point) const {
    return (z.cell(point.z) * y.cells + y.cell(point.y)) * row_entries() + x.cell(point.x);
  }
};
// [grid]

__device__ Axis make_axis(float begin, float extent, float cell) {
  constexpr float most_cells = 1 << 20;
  // Below the first, all squares of distances along this axis are zero.
  const bool divides = extent > 0x1p-100f && extent < INFINITY;
  Axis axis;
  axis.begin = begin;
  axis.cells = divides ? max(1, static_cast<int>(fminf(extent / cell, most_cells))) : 1;
  axis.per_unit = divides ? static_cast<float>(axis.cells) / extent : 0;
  axis.size = extent / static_cast<float>(axis.cells) * (1 - 0x1p-16f);
  axis.slack = static_cast<float>(axis.cells) * 0x1p-21f;
  return axis;
}

// Cubes as cells, `points_a_cell` in each if they are spread evenly over the box. A box that is flat, or thin as a
// line, has cells of one axis or two.
__device__ Grid make_grid(const nearest::Box& box, int count) {
  float begin[3], extent[3];
  for (int axis = 0; axis < 3; ++axis) {
    begin[axis] = box.low(axis);
    extent[axis] = box.high(axis) - begin[axis];
  }
  const float longest = fmaxf(extent[0], fmaxf(extent[1], extent[2]));
  if (longest == INFINITY) {  // corners too far apart for a float: a cell for all
    return {make_axis(begin[0], extent[0], INFINITY), make_axis(begin[1], extent[1], INFINITY),
            make_axis(begin[2], extent[2], INFINITY)};
  }
  const float shortest = fminf(extent[0], fminf(extent[1], extent[2])) / longest;
  const float middle =
      fmaxf(fminf(extent[0], extent[1]), fminf(fmaxf(extent[0], extent[1]), extent[2])) / longest;
  const float share = points_a_cell / static_cast<float>(count);
  const float cell = longest * fmaxf(fmaxf(share, sqrtf(share * middle)), cbrtf(share * middle * shortest));
  return {make_axis(begin[0], extent[0], cell), make_axis(begin[1], extent[1], cell),
          make_axis(begin[2], extent[2], cell)};
}

// Entries of all rows of any grid for so many points: at most count / points_a_cell cells, and a row, which has
// an entry more, has one cell at least.
std::size_t most_entries(int count) {
  return static_cast<std::size_t>(2.1 * static_cast<double>(count) / points_a_cell) + 64;
}

// What a run clears before it begins.
struct Totals {
  nearest::Box box;
  int points_placed;
};

// Leaves the grid of the box where all kernels find it.
struct MakeGrid {
  Grid* grid;
  int count;

  __device__ void operator()(const nearest::Box& box) const { *grid = make_grid(box, count); }
};

// [build]
// Makes counts into places: a warp scans a row, and takes room for all its points at once.
__global__ void place_rows(const Grid* shared_grid, int* entries, int* points_placed) {
  const Grid grid = *shared_grid;
  const int lane = threadIdx.x % 32;
  const int warps = gridDim.x * block_warps;
  for (int row = blockIdx.x * block_warps + threadIdx.x / 32; row < grid.rows(); row += warps) {
    int* own = entries + std::size_t(row) * grid.row_entries();
    int points_before = 0;  // in this row
    for (int first = 0; first < grid.row_entries(); first += 32) {
      const int entry = first + lane;
      const int mine = entry < grid.x.cells ? own[entry] : 0;
      int sum = mine;
      for (int lane_offset = 1; lane_offset < 32; lane_offset *= 2) {
        const int other = __shfl_up_sync(whole_warp, sum, lane_offset);
        if (lane >= lane_offset) sum += other;
      }
      if (entry < grid.row_entries()) own[entry] = points_before + sum - mine;
      points_before += __shfl_sync(whole_warp, sum, 31);
    }
    int begin = 0;
    if (lane == 0) begin = atomicAdd(points_placed, points_before);
    begin = __shfl_sync(whole_warp, begin, 0);
    for (int entry = lane; entry < grid.row_entries(); entry += 32) own[entry] += begin;
  }
}
// [build]

// [search]
__global__ void search(const float4* sorted, int count, const Grid* shared_grid, const int* entries,
                       int* found) {
  const int place = blockIdx.x * block_size + threadIdx.x;
  if (place >= count) return;
  const Grid grid = *shared_grid;
  const float4 own = sorted[place];
  const int query = __float_as_int(own.w);
  const float x = grid.x.place(own.x);
  const float y = grid.y.place(own.y);
  const float z = grid.z.place(own.z);
  const int own_x = grid.x.cell(own.x);
  const int own_y = grid.y.cell(own.y);
  const int own_z = grid.z.cell(own.z);
  nearest::Best best;

  // The points of the cells from first to last of a row.
  const auto compare_run = [&](const int* row, int first, int last) {
    const int end = row[last + 1];
    for (int i = row[first]; i < end; ++i) nearest::compare(own, sorted[i], best);
  };

  for (int ring = 1;; ++ring) {
    const int low_x = own_x - ring, high_x = own_x + ring;
    const int low_y = own_y - ring, high_y = own_y + ring;
    const int low_z = own_z - ring, high_z = own_z + ring;
    for (int cell_z = max(low_z, 0); cell_z <= min(high_z, grid.z.cells - 1); ++cell_z) {
      const float far_z = cell_z == own_z ? 0 : grid.z.beyond(z, cell_z < own_z ? cell_z + 1 : cell_z);
      if (far_z > best.distance) continue;
      for (int cell_y = max(low_y, 0); cell_y <= min(high_y, grid.y.cells - 1); ++cell_y) {
        const float far_y = cell_y == own_y ? 0 : grid.y.beyond(y, cell_y < own_y ? cell_y + 1 : cell_y);
        if (far_z + far_y > best.distance) continue;
        const int* row = entries + std::size_t(cell_z * grid.y.cells + cell_y) * grid.row_entries();
        const bool whole =
            ring == 1 || cell_z == low_z || cell_z == high_z || cell_y == low_y || cell_y == high_y;
        if (whole) {
          compare_run(row, max(low_x, 0), min(high_x, grid.x.cells - 1));
        } else {  // the cells between the two were in the rings before
          if (low_x >= 0) compare_run(row, low_x, low_x);
          if (high_x < grid.x.cells) compare_run(row, high_x, high_x);
        }
      }
    }

    float far = INFINITY;  // to what lies beyond the rings
    if (low_x > 0) far = fminf(far, grid.x.beyond(x, low_x));
    if (high_x < grid.x.cells - 1) far = fminf(far, grid.x.beyond(x, high_x + 1));
    if (low_y > 0) far = fminf(far, grid.y.beyond(y, low_y));
    if (high_y < grid.y.cells - 1) far = fminf(far, grid.y.beyond(y, high_y + 1));
    if (low_z > 0) far = fminf(far, grid.z.beyond(z, low_z));
    if (high_z < grid.z.cells - 1) far = fminf(far, grid.z.beyond(z, high_z + 1));
    if (far == INFINITY || far > best.distance) break;
  }
  // Infinite distances are equal, and what lies beyond an infinite bound was not searched: the lowest index wins.
  if (best.distance == INFINITY) best.index = count == 1 ? -1 : query == 0;
  found[query] = best.index;
}
// [change] [search]

// The grid and its search. The arrays live as long as the object.
class Search {
 public:
  explicit Search(int count)
      : count_(count),
        sorted_(static_cast<std::size_t>(count)),
        rank_(static_cast<std::size_t>(count)),
        entries_(most_entries(count)),
        totals_(1),
        grid_(1) {}

  void launch(const float3* points, int* nearest) {
    const unsigned blocks = tutorial::blocks_for(count_, block_size);
    const unsigned few_blocks = std::min(blocks, 4 * static_cast<unsigned>(tutorial::multiprocessors()));
    CUDA_CHECK(cudaMemsetAsync(entries_.data(), 0, entries_.bytes()));
    CUDA_CHECK(cudaMemsetAsync(totals_.data(), 0, totals_.bytes()));
    nearest::launch_find_box(points, count_, &totals_.data()->box, MakeGrid{grid_.data(), count_});
    nearest::count_points<<<blocks, block_size>>>(points, count_, grid_.data(), entries_.data(),
                                                  rank_.data());
    CUDA_CHECK_LAUNCH();
    place_rows<<<few_blocks, block_size>>>(grid_.data(), entries_.data(), &totals_.data()->points_placed);
    CUDA_CHECK_LAUNCH();
    nearest::scatter_points<<<blocks, block_size>>>(points, count_, grid_.data(), entries_.data(),
                                                    rank_.data(), sorted_.data());
    CUDA_CHECK_LAUNCH();
    search<<<blocks, block_size>>>(sorted_.data(), count_, grid_.data(), entries_.data(), nearest);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int count_;
  tutorial::DeviceBuffer<float4> sorted_;
  tutorial::DeviceBuffer<int> rank_;
  tutorial::DeviceBuffer<int> entries_;
  tutorial::DeviceBuffer<Totals> totals_;
  tutorial::DeviceBuffer<Grid> grid_;
};

void run(tutorial::Program& program, const tutorial::PointOptions& options) {
  const tutorial::NearestProblem problem(options, program.seed());
  const tutorial::DeviceBuffer<float3> points(problem.points);
  tutorial::DeviceBuffer<int> nearest(problem.points.size());
  Search search(problem.count);

  tutorial::Case row = problem.row("a grid, built and searched");
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
