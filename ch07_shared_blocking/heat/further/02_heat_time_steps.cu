// heat_time_steps: can a step be faster than a copy, if several steps share one pass over the plate?
// Step     several steps per pass
// Before   heat_at_once is about as fast as a copy: one read and one write of every cell, in every step. All the
//          arithmetic of a step takes a fraction of that time.
// Change   A warp computes T steps with each row that it loads. It marches down as before and keeps the last rows of
//          every step in its registers, each one row behind the previous step:
//
//              load ->  row r      of the plate before
//                       row r - 1  after 1 step
//                       row r - 2  after 2 steps
//                       ..
//                       row r - T  after T steps  -> store
//
//          With each step the warp has one valid column less at both ends, since the neighbors there belong to another
//          warp, and a strip has one row less. So both are T cells wider on each side than what they store, and two
//          neighbors compute these cells twice: the first and the last lane (for T = 8, two lanes at each end) store
//          nothing. No warp waits for another.
//          A warp walks down a long strip again: there are twice as many warps as the device holds at a time.
// Expect   Device memory: one read and one write per cell in T steps. Redundant work: 2 lanes of 32 up to T = 4, 4 of 32
//          at T = 8, and 2 T rows per strip. Throughput counts a read and a write per cell and step, as before, so 2
//          steps per pass should come close to twice a copy, and 4 to less than four times.
//          At T = 8 arithmetic becomes the limit: for a row of 128 cells, 112 of them stored, a warp executes 20
//          arithmetic instructions per step and some 5 for shuffles and the rest. As counted here, 132 SMs cannot exceed
//          30 TB/s. The rows of 8 steps occupy half of the registers, so few warps are resident to hide latency: we
//          expect a half to two thirds of that. 1 step per pass is the same kernel for comparison; it walks, so it is
//          slower than heat_at_once.
//          - At 8192 x 8192, 64 steps, "8 steps per pass" takes 1718 to 2290 us (before measuring).
// Measured - "2 steps per pass" reaches 180 to 200% of the ceiling (after measuring).
//            Missed: The walk has fewer bytes in flight than heat_at_once, so a pass takes longer than a copy.
//          - "4 steps per pass" reaches 250 to 310% of the ceiling (after measuring).
// Run      ./tutorial run heat_time_steps -- --rows 8192 --cols 8192 --steps 64 --boundary periodic
// See      ./tutorial explain heat_time_steps
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/further/beyond.cuh"
#include "heat/plate_on_device.hpp"

constexpr int block_size = 128;
constexpr int ahead = 3;  // rows in flight

// Blocks that an SM must hold. That limits the registers of a thread, and leaves enough of them for
// the rows of all steps.
constexpr int resident_blocks(int steps) { return steps == 8 ? 3 : steps == 4 ? 5 : steps == 2 ? 6 : 8; }

// How the lanes of a warp share a row.
template <int steps, int width>
struct Lanes {
  static constexpr int beside = (steps + width - 1) / width;  // lanes at each end that store nothing
  static constexpr int columns = (32 - 2 * beside) * width;   // that a warp stores
};

// The rows from begin to end, `steps` steps later. cols is a multiple of width.
// `edge`: fixed cells or mirrored columns may be among those of the warp.
template <int steps, int width, bool edge>
__device__ void march(const float* __restrict__ from, float* __restrict__ to, int rows, int cols, int begin,
                      int end, int col, bool stores, heat::Boundary boundary) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  constexpr int unrolled = 3;  // what takes turns has names of its own then: no register is copied to another
  static_assert(unrolled % ahead == 0);

  // Columns in groups of `width`, rounded down.
  const heat::Place place = heat::place_of((col + 32 * width) / width - 32, cols / width, boundary);
  heat::RowWalk walk(from + place.index * width, begin - steps, rows, cols, boundary);
  const auto load_row = [&] {
    heat::Cells<width> cells = heat::load_cells<width>(walk.cell());
    walk.next();
    if constexpr (edge && width == 4) {
      if (place.mirrored) cells = {cells.cell[3], cells.cell[2], cells.cell[1], cells.cell[0]};
    }
    return cells;
  };

  const bool fixed = edge && boundary == heat::Boundary::fixed;
  const bool keeps_first = fixed && col == 0;
  const bool keeps_last = fixed && col + width == cols;

  // The last rows of each step; line[..][t]: after t steps. Three take turns: up, own, and the one coming in.
  heat::Cells<width> line[3][steps] = {};
  heat::Cells<width> queue[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) queue[i] = load_row();

  float* out = to + (std::int64_t{begin} - 2 * steps) * cols + col;
  for (int round = begin - steps; round < end + steps; round += unrolled) {
#pragma unroll
    for (int i = 0; i < unrolled; ++i) {
      const int row = round + i;
      heat::Cells<width> down = queue[i % ahead];
      queue[i % ahead] = load_row();

      // [steps]
#pragma unroll
      for (int t = 0; t < steps; ++t) {
        const heat::Cells<width>& up = line[i % 3][t];
        const heat::Cells<width>& own = line[(i + 1) % 3][t];
        const int own_row = row - t - 1;
        const bool keeps_all = fixed && (own_row == 0 || own_row == rows - 1);
        const float left = __shfl_up_sync(whole_warp, own.cell[width - 1], 1);
        const float right = __shfl_down_sync(whole_warp, own.cell[0], 1);
        heat::Cells<width> next;
#pragma unroll
        for (int k = 0; k < width; ++k) {
          const float to_left = k == 0 ? left : own.cell[k - 1];
          const float to_right = k == width - 1 ? right : own.cell[k + 1];
          const bool keeps = keeps_all || (k == 0 && keeps_first) || (k == width - 1 && keeps_last);
          next.cell[k] =
              keeps ? own.cell[k] : heat::update(own.cell[k], to_left, to_right, up.cell[k], down.cell[k]);
        }
        line[(i + 2) % 3][t] = down;
        down = next;  // for step t + 1, a row further up
      }
      // [steps]

      // The first rows and the last ones are beyond the strip: the pipeline fills, and drains.
      if (stores && row >= begin + steps && row < end + steps) heat::store_cells(out, down);
      out += cols;
    }
  }
}

template <int steps, int width>
__global__ void __launch_bounds__(block_size, resident_blocks(steps))
    heat_time_steps(const float* __restrict__ from, float* __restrict__ to, int rows, int cols, int strip,
                    int warps_a_row, heat::Boundary boundary) {
  using lanes = Lanes<steps, width>;
  const int lane = threadIdx.x % 32;
  const int warp = (blockIdx.x * block_size + threadIdx.x) / 32;
  const int begin = warp / warps_a_row * strip;
  const int end = min(begin + strip, rows);
  if (begin >= rows || cols == 0) return;  // the warp as a whole

  const int first_col = warp % warps_a_row * lanes::columns;
  const int col = first_col + (lane - lanes::beside) * width;
  const bool stores = lane >= lanes::beside && lane < 32 - lanes::beside && col < cols;

  // The same answer for all lanes.
  const bool edge = first_col < lanes::beside * width || first_col + (32 - lanes::beside) * width > cols ||
                    begin < steps || end + steps > rows;
  if (edge) {
    march<steps, width, true>(from, to, rows, cols, begin, end, col, stores, boundary);
  } else {
    march<steps, width, false>(from, to, rows, cols, begin, end, col, stores, boundary);
  }
}

// A pass of `steps` steps over the plate.
template <int steps, int width>
class Pass {
 public:
  explicit Pass(const heat::Problem& plate)
      : rows_(static_cast<int>(plate.rows)), cols_(static_cast<int>(plate.cols)), boundary_(plate.boundary) {
    const auto resident =
        static_cast<int>(tutorial::resident_blocks(heat_time_steps<steps, width>, block_size));
    // Twice as many strips as the device holds at a time, so that none is left alone at the end; but none so short
    // that the rows beyond it are most of the work.
    constexpr int columns = Lanes<steps, width>::columns;
    warps_a_row_ = std::max(1, (cols_ + columns - 1) / columns);
    const int strips = std::max(1, 2 * resident * (block_size / 32) / warps_a_row_);
    strip_ = std::max((rows_ + strips - 1) / strips, 2 * steps);
    const std::int64_t warps = std::int64_t{warps_a_row_} * ((rows_ + strip_ - 1) / strip_);
    blocks_ = tutorial::blocks_for(warps * 32, block_size);
  }

  void launch(const float* from, float* to) const {
    heat_time_steps<steps, width>
        <<<blocks_, block_size>>>(from, to, rows_, cols_, strip_, warps_a_row_, boundary_);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int rows_;
  int cols_;
  heat::Boundary boundary_;
  int warps_a_row_;
  int strip_;
  unsigned blocks_;
};

template <int width>
void run(tutorial::Program& program, heat::Problem& plate) {
  const Pass<1, width> pass_1(plate);
  const Pass<2, width> pass_2(plate);
  const Pass<4, width> pass_4(plate);
  const Pass<8, width> pass_8(plate);
  for (const int most_steps : {1, 2, 4, 8}) {
    const std::string variant =
        most_steps == 1 ? "1 step per pass" : std::to_string(most_steps) + " steps per pass";
    plate.measure_passes(program, variant, most_steps, [&](const float* from, float* to, int steps) {
      switch (steps) {
        case 1: return pass_1.launch(from, to);
        case 2: return pass_2.launch(from, to);
        case 4: return pass_4.launch(from, to);
        default: return pass_8.launch(from, to);
      }
    });
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    tutorial::Program::require(options.rows <= most && options.cols <= most,
                               "--rows and --cols must not exceed 2^30: beyond the edge numbers go on");
    heat::Problem plate(options, program.seed());
    if (plate.cols % 4 == 0) {
      run<4>(program, plate);
    } else {
      run<1>(program, plate);  // its rows do not begin at multiples of 16 bytes
    }
  });
}
