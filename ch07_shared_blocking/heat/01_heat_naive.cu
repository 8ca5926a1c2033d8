// heat_naive: how fast is a heat stencil if every thread reads its four neighbors from global memory?
// Step     one thread per cell
// Problem  A plate is divided into cells. In each time step a cell's temperature moves toward its neighbors':
//
//                      up
//              left   own   right        own += rate * (left + right + up + down - 4 own)
//                     down
//
//          All cells of a step are independent, but a step needs all results of the previous one. So there is one
//          launch per step, and two plates that alternate: one is read and the other written.
// Way      One thread per cell: five loads, one store. At the edge of the plate, `before` and `after` determine the
//          neighbor; with a fixed boundary the cells at the edge keep their values.
// Expect   A cell is loaded five times, but comes from device memory about once: left and right are in the sectors
//          that the warp reads anyway, and up and down are the own cells of warps in the rows above and below,
//          mostly of the same block, so they hit the L1 cache. The necessary traffic is one read and one write
//          per cell, as in a copy, and a copy with one float per thread is well below the copy ceiling (see
//          `copy` in ch08). We expect slightly less than that, because the five loads go through the same load
//          unit.
// Measured - It reaches 45 to 62% of the ceiling (after measuring).
//            Missed on the H100: Its ceiling is lower and its load unit is the same, so the kernel reaches a larger
//            share of the ceiling.
// Run      ./tutorial run heat_naive -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_naive
// Source   [Farber] ch. 6

#include "heat/heat.hpp"

constexpr int block_width = 32;
constexpr int block_height = 8;

// [kernel]
__global__ void heat_naive(const float* from, float* to, unsigned rows, unsigned cols,
                           heat::Boundary boundary) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * block_height + threadIdx.y;
  if (row >= rows || col >= cols) return;

  const auto cell = [&](unsigned r, unsigned c) { return from[std::size_t{r} * cols + c]; };
  const float own = cell(row, col);
  const float left = cell(row, heat::before(col, cols, boundary));
  const float right = cell(row, heat::after(col, cols, boundary));
  const float up = cell(heat::before(row, rows, boundary), col);
  const float down = cell(heat::after(row, rows, boundary), col);

  const bool keeps = heat::is_fixed(row, col, rows, cols, boundary);
  to[std::size_t{row} * cols + col] = keeps ? own : heat::update(own, left, right, up, down);
}
// [kernel]

void run(tutorial::Program& program, const heat::Options& options) {
  heat::Input in(options, program.seed());
  tutorial::DeviceBuffer<float> d_start(in.cells()), d_odd(in.cells()), d_even(in.cells());  // cudaMalloc
  d_start.copy_from(in.make_plate());                                                        // cudaMemcpy
  const dim3 block(block_width, block_height);
  const dim3 grid = tutorial::tile_grid(in.rows, in.cols, block_width, block_height);

  const std::string variant = "one cell per thread";
  // The plate after a step, which reads the one before it.
  const auto at = [&](auto step) -> auto& { return step % 2 == 1 ? d_odd : step > 0 ? d_even : d_start; };
  const double seconds = program.measure(
      in.row(variant),
      [&] {
        for (std::int64_t step = 1; step <= options.steps; ++step) {
          heat_naive<<<grid, block>>>(at(step - 1).data(), at(step).data(), in.rows, in.cols, in.boundary);
          CUDA_CHECK_LAUNCH();
        }
      },
      [&] { return in.check(at(options.steps).to_host()); });
  in.note_step_time(program, variant, seconds);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
