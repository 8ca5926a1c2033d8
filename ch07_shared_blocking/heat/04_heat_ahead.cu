// heat_ahead: how many rows must be under way for a step to be as fast as a copy?
//
// Before   heat_marching asks for a row when it needs it. Its loop has shuffles in it, so the compiler may not unroll
//          it freely, and a thread waits for each row of its strip.
// Change   a queue of rows in registers. A thread asks for the row --ahead .. below, and takes the one that it asked
//          for some rounds ago:
//
//              row         own     <- down
//              row + 1     down    <- queue
//              row + 2     queue   3 rows under way, the first of them wanted next
//              row + 3     queue
//              row + 4     queue   <- load
//
//          The words beside the warp's first and last cells go through the queue too.
// Run      ./tutorial run heat_ahead -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_ahead
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/heat.hpp"

// What a thread has of a row: its cells, and what lies beside them if no lane of the warp has it.
template <int width>
struct Row {
  heat::Cells<width> cells;
  float left;   // the first lane's
  float right;  // the last lane's
};

// cols is a multiple of width.
template <int width, int ahead>
__global__ void heat_ahead(const float* __restrict__ from, float* __restrict__ to, unsigned rows, unsigned cols,
                           unsigned strip, heat::Boundary boundary) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  const unsigned lane = threadIdx.x % 32;
  const unsigned col = (blockIdx.x * blockDim.x + threadIdx.x) * width;
  const unsigned begin = (blockIdx.z * gridDim.y + blockIdx.y) * strip;
  const unsigned end = min(begin + strip, rows);
  if (begin >= rows) return;  // the block as a whole

  // Lanes beyond the last column own nothing, but they take part in the shuffles.
  const bool inside = col < cols;
  const bool first = inside && lane == 0;
  const bool last = inside && (lane == 31 || col + width == cols);
  const unsigned before = heat::before(col, cols, boundary);
  const unsigned after = heat::after(col + width - 1, cols, boundary);
  const auto load_row = [&](unsigned row) {
    const float* start = from + std::size_t{row} * cols;
    Row<width> loaded = {};
    if (inside) loaded.cells = heat::load_cells<width>(start + col);
    if (first) loaded.left = start[before];
    if (last) loaded.right = start[after];
    return loaded;
  };
  const unsigned below = heat::after(rows - 1, rows, boundary);  // what the last row of the plate has below it
  const auto load_down = [&](unsigned row) { return load_row(row < rows ? row : below); };

  heat::Cells<width> up = load_row(heat::before(begin, rows, boundary)).cells;
  Row<width> own = load_row(begin);
  Row<width> queue[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) queue[i] = load_down(begin + 1 + i);

  for (unsigned round = begin; round < end; round += GROUP) {
#pragma unroll
    for (unsigned i = 0; i < GROUP; ++i) {
      const unsigned row = round + i;
      if (row >= end) return;
      const Row<width> down = queue[i % ahead];
      if (row + 1 + ahead <= end) queue[i % ahead] = load_down(row + 1 + ahead);

      const float from_left = __shfl_up_sync(whole_warp, own.cells.cell[width - 1], 1);
      const float from_right = __shfl_down_sync(whole_warp, own.cells.cell[0], 1);
      const float left = first ? own.left : from_left;
      const float right = last ? own.right : from_right;

      heat::Cells<width> next;
#pragma unroll
      for (int k = 0; k < width; ++k) {
        const float cell = own.cells.cell[k];
        const float to_left = k == 0 ? left : own.cells.cell[k - 1];
        const float to_right = k == width - 1 ? right : own.cells.cell[k + 1];
        const bool keeps = heat::is_fixed(row, col + k, rows, cols, boundary);
        next.cell[k] = keeps ? cell : heat::update(cell, to_left, to_right, up.cell[k], down.cells.cell[k]);
      }
      if (inside) heat::store_cells(to + std::size_t{row} * cols + col, next);

      up = own.cells;
      own = down;
    }
  }
}

template <int width, int ahead>
void measure(tutorial::Program& program, heat::Problem& plate, int strip) {
  const int block = program.block();
  const dim3 grid = tutorial::tile_grid(plate.rows, plate.cols, block * width, strip);
  plate.measure(program, std::string(width == 1 ? "one column" : "four columns") + ", " + std::to_string(ahead) + " ahead",
                [&](const float* from, float* to) {
                  heat_ahead<width, ahead><<<grid, block>>>(from, to, plate.rows, plate.cols, strip, plate.boundary);
                  CUDA_CHECK_LAUNCH();
                });
}

int main(int argc, char** argv) {
  tutorial::Program program("heat_ahead",
                            "how many rows must be under way for a step to be as fast as a copy?");
  heat::Options options;
  std::int64_t strip;
  heat::add_options(program, options);
  program.size("--strip", strip, "rows that a thread walks down", {32, 32, 32});
  program.block_sizes({64, 128, 256, 512}, 128);
  return program.run(argc, argv, [&] {
    tutorial::Program::require(strip >= 1 && strip <= 65536, "--strip must be from 1 to 65536");
    heat::Problem plate(options, program.seed());
    if (plate.cols % 4 == 0) {
      measure<4, 1>(program, plate, static_cast<int>(strip));
      measure<4, 2>(program, plate, static_cast<int>(strip));
      measure<4, 3>(program, plate, static_cast<int>(strip));
      measure<4, 6>(program, plate, static_cast<int>(strip));
    } else {
      measure<1, 3>(program, plate, static_cast<int>(strip));
    }
  });
}
