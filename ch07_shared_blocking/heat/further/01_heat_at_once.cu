// heat_at_once: what if a thread requests all rows of its strip before it waits for the first?
// Step     all rows at once
// Before   heat_marching has one row per thread in flight: it requests the next row only when it is done with the
//          previous one. Worse, the two edge lanes wait for one more word in each row, and their warp waits with them.
// Change   The strip is short and its length a constant, so its rows have names and fit into registers. A thread
//          requests all of them, plus the row above and the row below, and the words next to its warp. Only then
//          does it compute the step, row by row:
//
//              above    <- load                     for a strip of 8 rows: 10 loads of 16 bytes
//              row 0    <- load     -> store        in flight at a time, and no load waits for another
//              ..
//              row 7    <- load     -> store
//              below    <- load
//
//          The rest is as in heat_marching: neighbors by shuffle, float4, no shared memory, no barrier.
// Expect   The traffic to device memory stays the same, one read and one write per cell. Rows read twice: 2 in 10
//          instead of 2 in 34, but neighboring strips run at about the same time, and their rows hit the L2 cache.
//          Bytes in flight: about ten times as many per thread, with half of the threads because of register
//          pressure. If latency was what kept heat_marching below the copy ceiling, 8 rows should come within a few
//          percent of it, and 2 or 4 should be in between.
//          - "8 rows at once" reaches 95 to 105% of the ceiling (before measuring).
// Run      ./tutorial run heat_at_once -- --rows 8192 --cols 8192 --boundary periodic
// See      ./tutorial explain heat_at_once
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/plate_on_device.hpp"

// cols is a multiple of width.
template <int width, int strip>
__global__ void heat_at_once(const float* __restrict__ from, float* __restrict__ to, unsigned rows,
                             unsigned cols, heat::Boundary boundary) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  const unsigned lane = threadIdx.x % 32;
  const unsigned col = (blockIdx.x * blockDim.x + threadIdx.x) * width;
  const unsigned begin = (blockIdx.z * gridDim.y + blockIdx.y) * strip;
  if (begin >= rows) return;  // the block as a whole

  // Lanes beyond the last column own nothing, but they take part in the shuffles.
  const bool inside = col < cols;
  const bool first = inside && lane == 0;
  const bool last = inside && (lane == 31 || col + width == cols);
  // [also changed]
  const unsigned before = heat::before(col, cols, boundary);
  const unsigned after = heat::after(col + width - 1, cols, boundary);
  const unsigned below =
      heat::after(rows - 1, rows, boundary);  // what the last row of the plate has below it
  // [also changed]

  // [change]
  heat::Cells<width> line[strip + 2] = {};  // with the rows above and below
  float edge_left[strip] = {};              // of the first lane: the words next to the warp
  float edge_right[strip] = {};             // of the last lane
#pragma unroll
  for (int i = 0; i < strip + 2; ++i) {
    const unsigned row = i == 0 ? heat::before(begin, rows, boundary) : begin + i - 1;
    const float* start = from + std::size_t{row < rows ? row : below} * cols;
    if (inside) line[i] = heat::load_cells<width>(start + col);
    if (i == 0 || i == strip + 1) continue;
    if (first) edge_left[i - 1] = start[before];
    if (last) edge_right[i - 1] = start[after];
  }
  // [change]

  // [also changed]
#pragma unroll
  for (int i = 0; i < strip; ++i) {
    const unsigned row = begin + i;
    const heat::Cells<width>& up = line[i];
    const heat::Cells<width>& own = line[i + 1];
    const heat::Cells<width>& down = line[i + 2];
    // [also changed]

    float left = __shfl_up_sync(whole_warp, own.cell[width - 1], 1);
    float right = __shfl_down_sync(whole_warp, own.cell[0], 1);
    // [also changed]
    if (first) left = edge_left[i];
    if (last) right = edge_right[i];
    // [also changed]

    heat::Cells<width> next;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      const float to_left = k == 0 ? left : own.cell[k - 1];
      const float to_right = k == width - 1 ? right : own.cell[k + 1];
      const bool keeps = heat::is_fixed(row, col + k, rows, cols, boundary);
      next.cell[k] =
          keeps ? own.cell[k] : heat::update(own.cell[k], to_left, to_right, up.cell[k], down.cell[k]);
    }
    // [also changed]
    if (inside && row < rows) heat::store_cells(to + std::size_t{row} * cols + col, next);
    // [also changed]
  }
}

constexpr int block_size = 128;

template <int width, int strip>
void measure(tutorial::Program& program, heat::Problem& plate) {
  const dim3 grid = tutorial::tile_grid(plate.rows, plate.cols, block_size * width, strip);
  plate.measure(program, std::to_string(strip) + " rows at once", [&](const float* from, float* to) {
    heat_at_once<width, strip><<<grid, block_size>>>(from, to, plate.rows, plate.cols, plate.boundary);
    CUDA_CHECK_LAUNCH();
  });
}

template <int width>
void run(tutorial::Program& program, heat::Problem& plate) {
  measure<width, 2>(program, plate);
  measure<width, 4>(program, plate);
  measure<width, 8>(program, plate);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  heat::Options options;
  heat::add_options(program, options);
  return program.run(argc, argv, [&] {
    heat::Problem plate(options, program.seed());
    if (plate.cols % 4 == 0) {
      run<4>(program, plate);
    } else {
      run<1>(program, plate);  // its rows do not begin at multiples of 16 bytes
    }
  });
}
