// solid_rows: what if a thread owns rows as well as columns, and requests a plane before it needs it?
// Step     rows and planes ahead
// Before   solid_vector loads three rows of each plane to write one, and requests a plane only when the previous one is
//          done: the warp waits for the plane, then for the rows next to its own.
// Change   A thread owns several adjacent rows. Up and down are its own registers except for two rows, the one above the
//          first and the one below the last, so four rows cost six loads instead of twelve. And all of it is requested
//          early. A plane is in registers three times, as above, own and below, and a fourth and fifth time
//          while it is in flight:
//
//              plane p - 1   above      its rows
//              plane p       own        its rows, the rows up and down, the words beside the warp
//              plane p + 1   below      its rows            <- in flight: the rows up and down, the words beside
//              plane p + 2                                  <- in flight: its rows
//
//          A thread needs its own cells one plane earlier (as below) than their neighbors, so each is requested `ahead`
//          planes before it is needed, and no load waits for another. There is no shared memory and no barrier: a warp
//          that is late delays no other.
//          A block of 64x4 threads covers a part of the plane and walks down a strip of planes. best_strip computes its
//          length from the number of resident blocks: no SM should be idle at the end, and few planes should be read by two
//          blocks. The last three rows of the table have one block of 128x8 threads instead of four of 64x4: eight whole
//          rows of 512 cells, of which only the outer two have a neighbor elsewhere. In the second of these variants every
//          other step walks up, from the planes that were written last, because some may still be in L2. Above and below are
//          exchanged in a sum of two, so the bits stay the same. The third has strips of 8 planes: two in ten are read
//          twice, but blocks that start together stay together.
// Expect   Bytes in flight: with four rows and one plane ahead six times 16 per thread, 49 KB for the 512 threads that the
//          registers of an SM allow. By Little's law a copy at full speed has some 25 KB in flight. From the L2 cache a
//          block reads one row above and one below per 16, and two words per row: 1.2 times its cells. From device memory
//          it reads each cell once, since neighboring blocks walk in step. So the bottleneck of solid_vector is gone, and we
//          expect the speed of a copy less a few percent. The table shows whether that takes two planes ahead, with two rows
//          and thus equally many bytes. One row per thread costs three loads, as in solid_vector, and shows what requesting
//          early gains by itself.
//          - It reaches 92 to 100% of the ceiling (before measuring).
//          - It is 1.05 to 1.35 times as fast as solid_vector (before measuring). Missed: More, because solid_vector
//            reached less than we had expected; the share of the ceiling is as predicted. Requesting early matters, fewer
//            loads do not: two rows are faster with two planes ahead than with one.
// Measured - "1 row, blocks of 1024" is 1.01 to 1.05 times as fast as "1 row, 1 plane ahead" (after measuring).
//            Missed on the H100: The range is the H200's. On the H100 it gains twice as much, as more rows per thread do.
//          - "1 row, blocks of 1024, to and fro" is as fast as "1 row, blocks of 1024" (after measuring).
//          - "1 row, blocks of 1024, strips of 8" is as fast as "1 row, blocks of 1024" (after measuring). Missed on the
//            H100: On the H200, but for 5%. On the H100, blocks that walk down 256 planes drift apart and no longer find
//            their neighbors' rows in L2: with blocks of 64x4 its counters show a fifth more bytes read than the solid has.
// Run      ./tutorial run solid_rows -- --planes 512 --rows 512 --cols 512
// See      ./tutorial explain solid_rows
// Source   none of the books

#include "heat/cells.cuh"
#include "heat/further/solid.hpp"

// The threads of a block, and the resident blocks per SM that we ask for: they limit the registers of a thread.
template <int width_, int height_, int resident_>
struct Block {
  static constexpr int width = width_;
  static constexpr int height = height_;
  static constexpr int resident = resident_;
};

// [kernel]
// What a warp needs of a plane besides its own rows, to take a step there.
template <int width, int owned>
struct Beside {
  heat::Cells<width> up, down;
  float side[owned];  // the first lane's: left of the warp; the last lane's: right of it
};

// The cells of the surface keep their temperature. cols is a multiple of width; a thread owns `owned` rows. `from` and `to` are where
// the walk begins, and `plane` is the way to the next plane: backwards it is negative.
template <typename Block, int width, int owned, int ahead>
__global__ void __launch_bounds__(Block::width* Block::height, Block::resident)
    solid_rows(const float* __restrict__ from, float* __restrict__ to, std::int64_t plane, int planes,
               int rows, int cols, int strip) {
  constexpr unsigned whole_warp = 0xFFFFFFFF;
  const int lane = threadIdx.x % 32;
  const int col = (blockIdx.x * Block::width + threadIdx.x) * width;
  // [change]
  const int first_row = (blockIdx.y * Block::height + threadIdx.y) * owned;
  const int begin = blockIdx.z * strip;
  const int end = min(begin + strip, planes);
  if (first_row >= rows) return;  // the warp as a whole
  // [change]

  // Lanes beyond the last column own nothing, but they take part in the shuffles.
  const bool inside = col < cols;
  const bool first = lane == 0 && inside && col > 0;
  const bool last = lane == 31 && col + width < cols;
  // [change]
  const int beside = first ? -1 : width;
  const int own_rows = min(owned, rows - first_row);
  const int last_plane = min(end, planes - 1);  // that the strip needs

  struct Rows {
    heat::Cells<width> row[owned];
  };
  // `cell` is the thread's first one in plane p.
  const auto load_rows = [&](const float* cell, int p) {
    Rows loaded = {};
    if (!inside || p < 0 || p > last_plane) return loaded;
#pragma unroll
    for (int i = 0; i < owned; ++i)
      if (i < own_rows) loaded.row[i] = heat::load_cells<width>(cell + i * cols);
    return loaded;
  };
  const auto load_beside = [&](const float* cell, int p) {
    Beside<width, owned> loaded = {};
    if (!inside || p >= end) return loaded;
    if (first_row > 0) loaded.up = heat::load_cells<width>(cell - cols);
    if (first_row + owned < rows) loaded.down = heat::load_cells<width>(cell + owned * cols);
#pragma unroll
    for (int i = 0; i < owned; ++i)
      if ((first || last) && i < own_rows) loaded.side[i] = cell[i * cols + beside];
    return loaded;
  };

  const std::int64_t at = begin * plane + std::int64_t{first_row} * cols + col;
  const float* next_rows = from + at - plane;  // what is asked for next
  Rows above = load_rows(next_rows, begin - 1);
  Rows line[ahead + 1];  // own, below, and those in flight
#pragma unroll
  for (int i = 0; i <= ahead; ++i) line[i] = load_rows(next_rows += plane, begin + i);
  Beside<width, owned> around[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) around[i] = load_beside(from + at + i * plane, begin + i);

  float* out = to + at;
  // [walk]
#pragma unroll 2
  for (int p = begin; p < end; ++p, out += plane) {
    const Beside<width, owned> asked_beside = load_beside(next_rows, p + ahead);
    const Rows asked_rows = load_rows(next_rows += plane, p + 1 + ahead);
    const Rows& own = line[0];
    const Rows& below = line[1];

#pragma unroll
    for (int i = 0; i < owned; ++i) {
      const int row = first_row + i;
      const heat::Cells<width>& up = i == 0 ? around[0].up : own.row[i - 1];
      const heat::Cells<width>& down = i == owned - 1 ? around[0].down : own.row[i + 1];
      float left = __shfl_up_sync(whole_warp, own.row[i].cell[width - 1], 1);
      float right = __shfl_down_sync(whole_warp, own.row[i].cell[0], 1);
      if (first) left = around[0].side[i];
      if (last) right = around[0].side[i];
      const bool keeps_all = row == 0 || row + 1 == rows || p == 0 || p + 1 == planes;
      heat::Cells<width> next;
#pragma unroll
      for (int k = 0; k < width; ++k) {
        const float to_left = k == 0 ? left : own.row[i].cell[k - 1];
        const float to_right = k == width - 1 ? right : own.row[i].cell[k + 1];
        const bool keeps = keeps_all || col + k == 0 || col + k + 1 == cols;
        const float stepped = solid::update(own.row[i].cell[k], to_left, to_right, up.cell[k], down.cell[k],
                                            above.row[i].cell[k], below.row[i].cell[k]);
        next.cell[k] = keeps ? own.row[i].cell[k] : stepped;
      }
      if (inside && i < own_rows) heat::store_cells(out + i * cols, next);
    }

    above = own;
#pragma unroll
    for (int i = 0; i < ahead; ++i) line[i] = line[i + 1];
    line[ahead] = asked_rows;
#pragma unroll
    for (int i = 0; i + 1 < ahead; ++i) around[i] = around[i + 1];
    around[ahead - 1] = asked_beside;
  }
  // [walk]
  // [change]
}
// [kernel]

template <typename Block, int width, int owned, int ahead>
void measure(tutorial::Program& program, solid::Problem& problem, std::int64_t chosen_strip,
             const std::string& variant, bool turns = false) {
  // [also changed]
  const auto kernel = solid_rows<Block, width, owned, ahead>;
  dim3 grid = tutorial::tile_grid(problem.rows, problem.cols, Block::width * width, Block::height * owned);
  const auto resident = tutorial::resident_blocks(kernel, Block::width * Block::height);
  const int strip = chosen_strip > 0
                        ? static_cast<int>(chosen_strip)
                        : solid::best_strip(problem.planes, std::int64_t{grid.x} * grid.y, resident, 2);
  grid.z = tutorial::blocks_for(problem.planes, strip);
  // [also changed]
  const dim3 block(Block::width, Block::height);

  // [also changed]
  const std::int64_t plane = std::int64_t{problem.rows} * problem.cols;
  const std::int64_t last = std::max(problem.planes - 1, 0) * plane;
  bool back = false;
  problem.measure(program, variant, [&](const float* from, float* to) {
    const std::int64_t start = back ? last : 0;
    kernel<<<grid, block>>>(from + start, to + start, back ? -plane : plane, problem.planes, problem.rows,
                            problem.cols, strip);
    CUDA_CHECK_LAUNCH();
    if (turns) back = !back;
  });
  // [also changed]
}

// [also changed]
template <int width>
void run(tutorial::Program& program, solid::Problem& problem, std::int64_t strip) {
  measure<Block<64, 4, 4>, width, 1, 1>(program, problem, strip, "1 row, 1 plane ahead");
  measure<Block<64, 4, 3>, width, 2, 1>(program, problem, strip, "2 rows, 1 plane ahead");
  measure<Block<64, 4, 2>, width, 2, 2>(program, problem, strip, "2 rows, 2 planes ahead");
  measure<Block<64, 4, 2>, width, 4, 1>(program, problem, strip, "4 rows, 1 plane ahead");
  measure<Block<128, 8, 1>, width, 1, 1>(program, problem, strip, "1 row, blocks of 1024");
  measure<Block<128, 8, 1>, width, 1, 1>(program, problem, strip, "1 row, blocks of 1024, to and fro", true);
  if (strip == 0)
    measure<Block<128, 8, 1>, width, 1, 1>(program, problem, 8, "1 row, blocks of 1024, strips of 8");
}
// [also changed]

int main(int argc, char** argv) {
  tutorial::Program program;
  solid::Options options;
  solid::add_options(program, options);
  // [also changed]
  std::int64_t strip;
  program.size("--strip", strip, "planes that a block walks down; 0: as the device holds blocks",
               tutorial::everywhere(0));
  // [also changed]
  return program.run(argc, argv, [&] {
    // [also changed]
    tutorial::Program::require(strip <= 65535, "--strip must not exceed 65535");
    // [also changed]
    solid::Problem problem(options, program.seed());
    if (problem.cols % 4 == 0) {
      run<4>(program, problem, strip);
    } else {
      run<1>(program, problem, strip);  // its rows do not begin at multiples of 16 bytes
    }
  });
}
