// heat_marching: what if a thread walks down the plate and keeps its neighbors in registers?
// Step     rows in registers
// Before   heat_naive and heat_tiled load five words per cell, from the cache or from shared memory, and a thread
//          has only a few bytes in flight from device memory.
// Change   A thread owns a strip of --strip rows and walks down. It only has to load the row below; in the next
//          step that row is its own, and its own row is the one above:
//
//              row - 1     up      <- own    <- down         three registers, handed on
//              row         own     <- down
//              row + 1     down    <- one load
//
//          Left and right are in the registers of the neighboring lanes: a shuffle gets them. Only the first and
//          the last lane of a warp have to load theirs. There is no shared memory and no barrier.
//          Two variants differ in the width of a strip: one column, or four, which a thread loads and stores as a
//          float4. The second needs rows that start at a multiple of 16 bytes, so --cols must be a multiple of
//          4.
// Expect   Loads per cell: 5 -> 1, plus the edges: 2 rows in 34 for a strip of 32, and 2 words per warp and row. No
//          load depends on another, and `to` and `from` are promised to be different memory (__restrict__), so
//          the loads of several rows can be in flight at once. One column: 4 bytes per load, as in heat_naive,
//          but more loads in flight; we expect it to pass both. Four columns: four times the bytes per
//          instruction, and the same loop and shuffles for four times the cells; this should come close to the
//          copy ceiling.
// Measured - "one column per thread" is faster than heat_naive (with measuring).
//          - "four columns per thread, float4" reaches 85 to 100% of the ceiling (after measuring).
// Run      ./tutorial run heat_marching -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_marching
// Source   [Farber] ch. 6

#include "heat/cells.cuh"
#include "heat/heat.hpp"

using heat::Cells;
using heat::load_cells;
using heat::store_cells;

// [kernel]
// cols is a multiple of width.
template <int width>
__global__ void heat_marching(const float* __restrict__ from, float* __restrict__ to, unsigned rows,
                              unsigned cols, unsigned strip, heat::Boundary boundary) {
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
  const auto load_row = [&](unsigned row) {
    return inside ? load_cells<width>(from + std::size_t{row} * cols + col) : Cells<width>{};
  };

  // [walk]
  Cells<width> up = load_row(heat::before(begin, rows, boundary));
  Cells<width> own = load_row(begin);
#pragma unroll 4
  for (unsigned row = begin; row < end; ++row) {
    const std::size_t row_start = std::size_t{row} * cols;
    const Cells<width> down = load_row(heat::after(row, rows, boundary));

    float left = __shfl_up_sync(whole_warp, own.cell[width - 1], 1);
    float right = __shfl_down_sync(whole_warp, own.cell[0], 1);
    if (first) left = from[row_start + heat::before(col, cols, boundary)];
    if (last) right = from[row_start + heat::after(col + width - 1, cols, boundary)];

    Cells<width> next;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      const float to_left = k == 0 ? left : own.cell[k - 1];
      const float to_right = k == width - 1 ? right : own.cell[k + 1];
      const bool keeps = heat::is_fixed(row, col + k, rows, cols, boundary);
      next.cell[k] =
          keeps ? own.cell[k] : heat::update(own.cell[k], to_left, to_right, up.cell[k], down.cell[k]);
    }
    if (inside) store_cells(to + row_start + col, next);

    up = own;
    own = down;
  }
  // [walk]
}
// [kernel]

void run(tutorial::Program& program, const heat::Options& options, int strip) {
  heat::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_start(in.cells()), d_odd(in.cells()), d_even(in.cells());  // cudaMalloc
  d_start.copy_from(in.make_plate());                                                        // cudaMemcpy
  const int block = program.block();
  // The plate after a step, which reads the one before it.
  const auto at = [&](auto step) -> auto& { return step % 2 == 1 ? d_odd : step > 0 ? d_even : d_start; };

  const auto measure = [&](const std::string& variant, auto kernel, int width) {
    const dim3 grid = tutorial::tile_grid(in.rows, in.cols, block * width, strip);
    d_odd.poison();
    d_even.poison();
    const double seconds = program.measure(
        in.row(variant),
        [&] {
          for (std::int64_t step = 1; step <= options.steps; ++step) {
            kernel<<<grid, block>>>(at(step - 1).data(), at(step).data(), in.rows, in.cols, strip,
                                    in.boundary);
            CUDA_CHECK_LAUNCH();
          }
        },
        [&] { return in.check(at(options.steps).to_host()); });
    in.note_step_time(program, variant, seconds);
  };
  measure("one column per thread", heat_marching<1>, 1);
  if (in.cols % 4 == 0) return measure("four columns per thread, float4", heat_marching<4>, 4);
  program.note("four columns per thread: not run, --cols is no multiple of 4");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  std::int64_t strip;
  heat::add_options(program, options);
  program.size("--strip", strip, "rows that a thread walks down", tutorial::everywhere(32));
  program.block_sizes({64, 128, 256, 512}, 128);
  return program.run(argc, argv, [&] {
    tutorial::Program::require(strip >= 1 && strip <= 65536, "--strip must be from 1 to 65536");
    run(program, options, static_cast<int>(strip));
  });
}
