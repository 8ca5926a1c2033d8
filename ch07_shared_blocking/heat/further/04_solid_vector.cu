// solid_vector: what if a thread owns four columns, and gets the rest of a row from neighboring lanes?
// Step     four columns per thread
// Before   heat_solid loads five words per cell, four bytes at a time, and keeps few bytes in flight: it makes two
//          loads per plane before it loads from the next.
// Change   A thread owns four adjacent columns, and loads and stores them as a float4. For two of the four, left and
//          right are in its own registers; for the others they are in those of the neighboring lanes, and a shuffle
//          gets them. Only the first and the last lane of a warp load one more word. Up and down still come through
//          the caches, but as float4, too:
//
//                      up    up    up    up          one load of 16 bytes
//              left   own0  own1  own2  own3  right  registers; left and right: shuffles
//                     down  down  down  down         one load of 16 bytes
//
//          Rows must start at a multiple of 16 bytes: if --cols is not a multiple of 4, the same kernel has one column
//          per thread.
// Expect   Loads per four cells: 20 of 4 bytes -> 3 of 16 bytes, and 2 words per warp and row. Each load has four times
//          as many bytes in flight, for as many instructions. float4 gained heat_marching 1.34 times, where each row
//          needed one load less to begin with. Here more instructions are saved, so we expect a larger gain. A plane
//          is still requested only when the previous one is done, so this is not yet as fast as a copy.
//          - It is 1.4 to 2.2 times as fast as heat_solid (before measuring). Missed: The number of instructions was
//            not the bottleneck. A plane is requested when the previous one is done, and its latency is as long for
//            wide loads as for narrow ones. solid_rows, which requests planes ahead, reaches what we expected
//            here.
//          - It reaches 70 to 90% of the ceiling (before measuring). Missed: For the same reason.
// Run      ./tutorial run solid_vector -- --planes 512 --rows 512 --cols 512
// See      ./tutorial explain solid_vector
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/further/solid.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

// [kernel]
// The cells of the surface keep their temperature. cols is a multiple of width.
// [change]
template <int width>
__global__ void solid_vector(const float* __restrict__ from, float* __restrict__ to, unsigned planes,
                             unsigned rows, unsigned cols) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  const unsigned lane = threadIdx.x;
  const unsigned col = (blockIdx.x * block_width + threadIdx.x) * width;
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  if (row >= rows || planes == 0) return;  // the warp as a whole

  // Lanes beyond the last column own nothing, but they take part in the shuffles.
  const bool inside = col < cols;
  const bool first = lane == 0 && inside && col > 0;
  const bool last = lane == 31 && col + width < cols;
  const bool inner_row = row > 0 && row + 1 < rows;
  // [change]
  const std::size_t plane = std::size_t{rows} * cols;
  std::size_t at = std::size_t{row} * cols + col;
  // [change]
  heat::Cells<width> above = {};
  heat::Cells<width> own = {};
  if (inside) own = heat::load_cells<width>(from + at);
  for (unsigned p = 0; p < planes; ++p, at += plane) {
    heat::Cells<width> below = {};
    if (inside && p + 1 < planes) below = heat::load_cells<width>(from + at + plane);

    float left = __shfl_up_sync(whole_warp, own.cell[width - 1], 1);
    float right = __shfl_down_sync(whole_warp, own.cell[0], 1);
    heat::Cells<width> next = own;
    if (inside && inner_row && p > 0 && p + 1 < planes) {
      if (first) left = from[at - 1];
      if (last) right = from[at + width];
      const heat::Cells<width> up = heat::load_cells<width>(from + at - cols);
      const heat::Cells<width> down = heat::load_cells<width>(from + at + cols);
#pragma unroll
      for (int k = 0; k < width; ++k) {
        const float to_left = k == 0 ? left : own.cell[k - 1];
        const float to_right = k == width - 1 ? right : own.cell[k + 1];
        if (col + k > 0 && col + k + 1 < cols)
          next.cell[k] = solid::update(own.cell[k], to_left, to_right, up.cell[k], down.cell[k],
                                       above.cell[k], below.cell[k]);
      }
    }
    if (inside) heat::store_cells(to + at, next);
    // [change]
    above = own;
    own = below;
  }
}
// [kernel]

template <int width>
void run(tutorial::Program& program, solid::Problem& problem) {
  // [also changed]
  const dim3 grid = tutorial::tile_grid(problem.rows, problem.cols, block_width * width, block_height);
  // [also changed]
  const dim3 block(block_width, block_height);

  // [also changed]
  problem.measure(program, width == 4 ? "four columns per thread, float4" : "one column per thread, shuffles",
                  [&](const float* from, float* to) {
                    solid_vector<width>
                        <<<grid, block>>>(from, to, problem.planes, problem.rows, problem.cols);
                    CUDA_CHECK_LAUNCH();
                  });
  // [also changed]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  solid::Options options;
  solid::add_options(program, options);
  return program.run(argc, argv, [&] {
    // [also changed]
    solid::Problem problem(options, program.seed());
    if (problem.cols % 4 == 0) {
      run<4>(program, problem);
    } else {
      run<1>(program, problem);  // its rows do not begin at multiples of 16 bytes
    }
    // [also changed]
  });
}
