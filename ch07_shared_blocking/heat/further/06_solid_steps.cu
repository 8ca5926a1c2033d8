// solid_steps: can a step in a solid be faster than a copy, if several steps share one pass over it?
// Step     several steps per pass
// Before   solid_rows should be nearly as fast as a copy: one read and one write of every cell, in every step. Its 7
//          additions and multiply-adds per cell would take an eighth of that time.
// Change   A block computes T steps with each plane that it loads, as heat_time_steps does with rows. It keeps the last
//          planes of every step in the registers of its threads, each step lags the step before by one plane:
//
//              load ->  plane p      of the solid before
//                       plane p - 1  after 1 step
//                       ..
//                       plane p - T  after T steps  -> store
//
//          Above and below then belong to the thread itself. So do up and down except for two rows, which belong to the
//          warps above and below it: each warp stores the first and the last of its rows into shared memory, of all steps
//          at once, and after one barrier reads those of its neighbors. Shared memory has two copies of these rows, which
//          alternate: while some warps still read the rows of this plane, others already write those of the next into the
//          other copy. With one copy, a row would be overwritten before all had read it; with two, a warp cannot return to
//          the first before all warps have reached the barrier in between. With each step a tile has one valid row and
//          column less at each side, since the neighbors there belong to another block. So tiles overlap by T cells on each
//          side, and two blocks compute these cells twice: a tile of 32 rows stores 28 of them for T = 2, 24 for T = 4, and
//          30 of its 32 groups of columns.
// Expect   Device memory: one read and one write per cell in T steps. Redundant work: 1 / (28/32 * 30/32) = 1.22 at T = 2,
//          1.42 at T = 4. Throughput counts a read and a write per cell and step, as before, so 2 steps per pass should come
//          close to twice a copy: the arithmetic takes a third of the memory's time. At 4 it takes two thirds, plus shuffles
//          and shared memory, and the registers allow only one block per SM, so nothing is computed while it waits at the
//          barrier: less than three times. 1 step per pass is the same kernel for comparison; it is slower than solid_rows,
//          which has no barrier and no overlap.
//          - "1 step per pass" is slower than solid_rows (before measuring).
//          - "2 steps per pass" reaches 140 to 190% of the ceiling (before measuring). Missed: The same kernel with 1
//            step per pass is well below solid_rows, so barriers and redundant work cost more than estimated above.
//            With one block per SM, nothing is computed while it waits. No counter was read.
//          - "4 steps per pass" reaches 180 to 300% of the ceiling (before measuring). Missed: As for 2 steps: each
//            further step adds its arithmetic and its barrier, and gains less than a step.
// Run      ./tutorial run solid_steps -- --planes 512 --rows 512 --cols 512 --steps 12
// See      ./tutorial explain solid_steps
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/further/solid.hpp"

constexpr int warps = 8;  // of a block, one below the other
constexpr int owned = 4;  // rows per thread
constexpr int tile_height = warps * owned;
constexpr int block_size = warps * 32;

// Blocks that an SM must hold. That limits the registers of a thread, and leaves enough of them for
// the planes of all steps.
constexpr int resident_blocks(int steps) { return steps <= 2 ? 2 : 1; }

// How the lanes of a warp share a row.
template <int steps, int width>
struct Lanes {
  static constexpr int beside = (steps + width - 1) / width;  // lanes at each end that store nothing
  static constexpr int columns = (32 - 2 * beside) * width;   // that a block stores
};

template <int steps>
constexpr int stored_rows = tile_height - 2 * steps;

// The first and the last row of each warp, after each number of steps, twice.
template <int steps, int width>
constexpr int shared_floats = 2 * steps* warps * 2 * 32 * width;

// The planes from begin to end, `steps` steps later. cols is a multiple of width.
// `edge`: cells of the surface may be among those of the block.
template <int steps, int width, bool edge>
__device__ void march(const float* __restrict__ from, float* __restrict__ to, int planes, int rows, int cols,
                      int begin, int end, int first_row, int col, bool stores) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  constexpr int unrolled = 3;  // what takes turns has names of its own then: no register is copied to another
  extern __shared__ __align__(16) float shared_rows[];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int own_first = first_row + warp * owned;
  const std::int64_t plane = std::int64_t{rows} * cols;

  struct Rows {
    heat::Cells<width> row[owned];
  };
  // Values beyond the surface affect only cells that are not stored, or that are overwritten: the
  // nearest cell is good enough.
  const auto clamped = [](int i, int count) { return edge ? min(max(i, 0), count - 1) : i; };
  const int group = edge ? min(max(col, 0), cols - width) : col;
  const float* coming =
      from + clamped(begin - steps, planes) * plane + std::int64_t{edge ? 0 : own_first} * cols + group;
  const auto load_rows = [&] {
    Rows loaded;
#pragma unroll
    for (int i = 0; i < owned; ++i)
      loaded.row[i] = heat::load_cells<width>(coming + (edge ? clamped(own_first + i, rows) : i) * cols);
    return loaded;
  };
  // The place of a row that a warp shares: its first or its last.
  const auto place = [&](int part, int t, int of_warp, bool is_last) {
    return shared_rows + ((((part * steps + t) * warps + of_warp) * 2 + is_last) * 32 + lane) * width;
  };

  // The last planes of each step; line[..][t]: after t steps. Three take turns: above, own, and the one coming in.
  Rows line[3][steps] = {};
  Rows arriving = load_rows();
  float* out = to + (std::int64_t{begin} - 2 * steps) * plane + std::int64_t{own_first} * cols + col;
  int half = 0;
  for (int round = begin - steps; round < end + steps; round += unrolled) {
#pragma unroll
    for (int i = 0; i < unrolled; ++i) {
      const int p = round + i;
      Rows below = arriving;
      if (p + 1 < end + steps && (!edge || (p >= 0 && p + 1 < planes))) coming += plane;
      arriving = load_rows();

      // [steps]
#pragma unroll
      for (int t = 0; t < steps; ++t) {
        const Rows& own = line[(i + 1) % 3][t];
        heat::store_cells(place(half, t, warp, false), own.row[0]);
        heat::store_cells(place(half, t, warp, true), own.row[owned - 1]);
      }
      __syncthreads();  // the rows of all warps are there; those of the plane before may still be read

#pragma unroll
      for (int t = 0; t < steps; ++t) {
        const Rows& above = line[i % 3][t];
        const Rows& own = line[(i + 1) % 3][t];
        const int own_plane = p - t - 1;
        // The first row of a tile and its last have no neighbor: from there, the part that is not stored grows inward.
        const heat::Cells<width> tile_up = heat::load_cells<width>(place(half, t, max(warp - 1, 0), true));
        const heat::Cells<width> tile_down =
            heat::load_cells<width>(place(half, t, min(warp + 1, warps - 1), false));
        Rows next;
#pragma unroll
        for (int r = 0; r < owned; ++r) {
          const int row = own_first + r;
          const heat::Cells<width>& up = r == 0 ? tile_up : own.row[r - 1];
          const heat::Cells<width>& down = r == owned - 1 ? tile_down : own.row[r + 1];
          const float left = __shfl_up_sync(whole_warp, own.row[r].cell[width - 1], 1);
          const float right = __shfl_down_sync(whole_warp, own.row[r].cell[0], 1);
          const bool keeps_all =
              edge && (row == 0 || row + 1 == rows || own_plane == 0 || own_plane + 1 == planes);
#pragma unroll
          for (int k = 0; k < width; ++k) {
            const float to_left = k == 0 ? left : own.row[r].cell[k - 1];
            const float to_right = k == width - 1 ? right : own.row[r].cell[k + 1];
            const bool keeps = edge && (keeps_all || col + k == 0 || col + k + 1 == cols);
            const float stepped = solid::update(own.row[r].cell[k], to_left, to_right, up.cell[k],
                                                down.cell[k], above.row[r].cell[k], below.row[r].cell[k]);
            next.row[r].cell[k] = keeps ? own.row[r].cell[k] : stepped;
          }
        }
        line[(i + 2) % 3][t] = below;
        below = next;  // for step t + 1, a plane further up
      }
      half ^= 1;
      // [steps]

      // The first planes and the last ones are beyond the strip: the pipeline fills, and drains.
      if (stores && p >= begin + steps && p < end + steps) {
#pragma unroll
        for (int r = 0; r < owned; ++r) {
          const int in_tile = warp * owned + r;
          if (in_tile >= steps && in_tile < tile_height - steps && own_first + r < rows)
            heat::store_cells(out + r * cols, below.row[r]);
        }
      }
      out += plane;
    }
  }
}

template <int steps, int width>
__global__ void __launch_bounds__(block_size, resident_blocks(steps))
    solid_steps(const float* __restrict__ from, float* __restrict__ to, int planes, int rows, int cols,
                int strip) {
  using lanes = Lanes<steps, width>;
  const int lane = threadIdx.x % 32;
  const int first_col = blockIdx.x * lanes::columns - lanes::beside * width;
  const int first_row = blockIdx.y * stored_rows<steps> - steps;
  const int begin = blockIdx.z * strip;
  const int end = min(begin + strip, planes);
  if (planes == 0 || rows == 0 || cols == 0) return;

  const int col = first_col + lane * width;
  const bool stores = lane >= lanes::beside && lane < 32 - lanes::beside && col < cols;

  // The same answer for all threads of a block.
  const bool edge = first_col < 0 || first_col + 32 * width > cols || first_row < 0 ||
                    first_row + tile_height > rows || begin < steps || end + steps > planes;
  if (edge) {
    march<steps, width, true>(from, to, planes, rows, cols, begin, end, first_row, col, stores);
  } else {
    march<steps, width, false>(from, to, planes, rows, cols, begin, end, first_row, col, stores);
  }
}

// A pass of `steps` steps over the solid.
template <int steps, int width>
class Pass {
 public:
  Pass(const solid::Problem& problem, std::int64_t chosen_strip)
      : planes_(problem.planes), rows_(problem.rows), cols_(problem.cols) {
    CUDA_CHECK(cudaFuncSetAttribute(solid_steps<steps, width>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    shared_bytes));
    grid_ = tutorial::tile_grid(rows_, cols_, Lanes<steps, width>::columns, stored_rows<steps>);
    const auto resident = tutorial::resident_blocks(solid_steps<steps, width>, block_size, shared_bytes);
    strip_ = chosen_strip > 0
                 ? static_cast<int>(chosen_strip)
                 : solid::best_strip(planes_, std::int64_t{grid_.x} * grid_.y, resident, 2 * steps);
    grid_.z = tutorial::blocks_for(planes_, strip_);
  }

  void launch(const float* from, float* to) const {
    solid_steps<steps, width><<<grid_, block_size, shared_bytes>>>(from, to, planes_, rows_, cols_, strip_);
    CUDA_CHECK_LAUNCH();
  }

 private:
  static constexpr int shared_bytes = shared_floats<steps, width> * static_cast<int>(sizeof(float));

  int planes_;
  int rows_;
  int cols_;
  int strip_;
  dim3 grid_;
};

template <int width>
void run(tutorial::Program& program, solid::Problem& problem, std::int64_t strip) {
  const Pass<1, width> pass_1(problem, strip);
  const Pass<2, width> pass_2(problem, strip);
  const Pass<3, width> pass_3(problem, strip);
  const Pass<4, width> pass_4(problem, strip);
  for (const int most_steps : {1, 2, 3, 4}) {
    const std::string variant =
        most_steps == 1 ? "1 step per pass" : std::to_string(most_steps) + " steps per pass";
    problem.measure_passes(program, variant, most_steps, [&](const float* from, float* to, int steps) {
      switch (steps) {
        case 1: return pass_1.launch(from, to);
        case 2: return pass_2.launch(from, to);
        case 3: return pass_3.launch(from, to);
        default: return pass_4.launch(from, to);
      }
    });
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  solid::Options options;
  solid::add_options(program, options);
  std::int64_t strip;
  program.size("--strip", strip, "planes that a block walks down; 0: as the device holds blocks",
               tutorial::everywhere(0));
  return program.run(argc, argv, [&] {
    tutorial::Program::require(strip <= 65535, "--strip must not exceed 65535");
    solid::Problem problem(options, program.seed());
    if (problem.cols % 4 == 0) {
      run<4>(program, problem, strip);
    } else {
      run<1>(program, problem, strip);  // its rows do not begin at multiples of 16 bytes
    }
  });
}
