// transpose_batched: how fast can many small matrices be transposed?
// Step     many matrices
// Problem  Four thousand matrices of 256x256 floats, one after the other in memory, are as large as one matrix of 16384x16384. One
//          launch per matrix has only 16 tiles of 64x64, for 132 SMs.
// Ways     tiles, matrix by matrix: one launch. A block computes its matrix and its tile from its index. The tiles are
//          those of transpose_order: 64x64, eight loads in flight per thread.
//          whole matrices staged: if a matrix fits into shared memory, a block takes as many as fit. On both sides
//          they are one piece of memory, so the block reads and writes it without gaps, whatever the shape:
//
//              in       0 1 2 3 4 5 | 0 1 2 3 4 5         two matrices of 2x3
//              out      0 3 1 4 2 5 | 0 3 1 4 2 5         two matrices of 3x2
//
//          Where an element goes takes divisions by the number of rows and columns; a multiplication replaces each one
//          (divisor.hpp).
// Expect   The tiles of a matrix of 256x256 have the row segments of those of a large matrix, 256 bytes, and all 16 are
//          close together in memory: at least as fast as transpose_order. Matrices of 32x32 fill a quarter of a tile:
//          less than half the speed, while staged matrices should reach that of large ones. Matrices of 100x100 fill
//          61% of their four tiles.
//          - "tiles, matrix by matrix" reaches 88 to 100% of the ceiling (before measuring).
//          - At 262144 x 32 x 32, "whole matrices staged" reaches 80 to 100% of the ceiling (before measuring).
//          - At 262144 x 32 x 32, "tiles, matrix by matrix" reaches 25 to 60% of the ceiling (before measuring).
//            Missed: Blocks whose tile is a quarter full make a quarter of the loads and end sooner, so an SM gets
//            through more of them.
//          - At 26843 x 100 x 100, "whole matrices staged" reaches 70 to 98% of the ceiling (before measuring).
//          - At 26843 x 100 x 100, "whole matrices staged" is faster than "tiles, matrix by matrix" (before measuring).
//            Missed: For the same reason: tiles of which 61% are used are as fast as whole matrices, 85% of the ceiling
//            each.
// Run      ./tutorial run transpose_batched -- --count 262144 --rows 32 --cols 32
// See      ./tutorial explain transpose_batched
// Source   ours

#include "further/divisor.hpp"
#include "further/sectors.hpp"
#include "transpose.hpp"

constexpr unsigned threads = 512;
constexpr unsigned loads = 8;  // in flight per thread
constexpr unsigned tile_size = 64;

// What the host computes for all blocks.
struct Batch {
  unsigned rows, cols;
  ch08::Divisor by_rows, by_cols;
  ch08::Divisor tiles_down, tiles_across;  // of a matrix
  std::size_t elements;                    // of all matrices
  unsigned per_block;                      // elements of a block's matrices
  unsigned pitch;                          // of a row in shared memory
};

// [tiles]
template <typename T>
__global__ void __launch_bounds__(threads) transpose_tiles(const T* in, T* out, Batch batch) {
  __shared__ T tile[tile_size][tile_size + 1];
  if (batch.elements == 0) return;
  constexpr unsigned block_rows = threads / tile_size;
  const unsigned rows = batch.rows;
  const unsigned cols = batch.cols;
  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  // Down the columns of a matrix first, which is along the rows of its transpose.
  const auto [column, down] = batch.tiles_down.divide(blockIdx.x);
  const auto [matrix, across] = batch.tiles_across.divide(column);
  const unsigned tile_row = down * tile_size;
  const unsigned tile_col = across * tile_size;
  in += std::size_t{matrix} * rows * cols;
  out += std::size_t{matrix} * rows * cols;

  if (tile_col + x < cols) {
    const T* from = in + std::size_t{tile_row + y} * cols + tile_col + x;
    const unsigned inside = ch08::times(tile_row + y, rows, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      held[i] = i < inside ? *from : T{0};
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[i * block_rows + y][x] = held[i];
  }

  __syncthreads();

  if (tile_row + x < rows) {
    T* to = out + std::size_t{tile_col + y} * rows + tile_row + x;
    const unsigned inside = ch08::times(tile_col + y, cols, block_rows);
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, to += std::size_t{rows} * block_rows) {
      if (i < inside) *to = tile[x][i * block_rows + y];
    }
  }
}
// [tiles]

// [staged]
// A block's matrices are one piece of memory, before and after.
template <typename T>
__global__ void __launch_bounds__(threads) transpose_staged(const T* in, T* out, Batch batch) {
  extern __shared__ double dynamic[];  // aligned for every T
  T* stage = reinterpret_cast<T*>(dynamic);
  const std::size_t first = std::size_t{blockIdx.x} * batch.per_block;
  const auto count = static_cast<unsigned>(min(std::size_t{batch.per_block}, batch.elements - first));

  for (unsigned begin = threadIdx.x; begin < count; begin += threads * loads) {
    T held[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      const unsigned i = begin + k * threads;
      held[k] = i < count ? in[first + i] : T{0};
    }
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      const unsigned i = begin + k * threads;
      const auto [row, col] = batch.by_cols.divide(i);  // row: of all matrices
      if (i < count) stage[row * batch.pitch + col] = held[k];
    }
  }

  __syncthreads();

  // Neighboring lanes are neighbors in a row of the output: they go down a column of the stage.
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < count; i += threads) {
    const auto [line, row] = batch.by_rows.divide(i);  // line: of the output, of all matrices
    const auto [matrix, col] = batch.by_cols.divide(line);
    out[first + i] = stage[(matrix * batch.rows + row) * batch.pitch + col];
  }
}
// [staged]

struct Options {
  std::int64_t count = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};

template <typename T>
void run(tutorial::Program& program, const Options& options) {
  // To the check, the matrices are one matrix of which each has some rows.
  const ch08::Shape all{options.count * options.rows, options.cols};
  const std::int64_t count = all.count();
  const std::int64_t in_matrix = options.rows * options.cols;
  tutorial::Program::require(options.rows < 65536 && options.cols < 65536,
                             "--rows and --cols must be below 65536: larger matrices are for transpose");
  tutorial::DeviceBuffer<T> d_in(count), d_out(count);  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(all, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto blocks_of = [](std::int64_t side) {
    return std::max(tutorial::blocks_for(side, tile_size), 1u);
  };
  const auto at_least_one = [](std::int64_t side) {
    return static_cast<unsigned>(std::max<std::int64_t>(side, 1));
  };
  Batch batch{
      .rows = static_cast<unsigned>(options.rows),
      .cols = static_cast<unsigned>(options.cols),
      .by_rows = ch08::Divisor(at_least_one(options.rows)),
      .by_cols = ch08::Divisor(at_least_one(options.cols)),
      .tiles_down = ch08::Divisor(blocks_of(options.rows)),
      .tiles_across = ch08::Divisor(blocks_of(options.cols)),
      .elements = static_cast<std::size_t>(count),
      .per_block = 0,
      .pitch = static_cast<unsigned>(options.cols) | 1};  // odd: the words of a column are in all banks

  const auto measure = [&](const std::string& variant, auto kernel, unsigned blocks, unsigned shared_bytes) {
    tutorial::Case row = ch08::row<T>(all, variant);
    row.size = tutorial::count_text(options.count) + " x " + std::to_string(options.rows) + " x " +
               std::to_string(options.cols);
    d_out.poison();  // fills it with a value that no element has
    program.measure(
        row,
        [&] {
          kernel<<<blocks, threads, shared_bytes>>>(d_in.data(), d_out.data(), batch);
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          const auto want = [&](std::int64_t i) {
            const std::int64_t matrix = i / in_matrix;
            const std::int64_t place = i % in_matrix;
            const std::int64_t from = matrix * options.rows + place % options.rows;
            return in[static_cast<std::size_t>(from * options.cols + place / options.rows)];
          };
          return tutorial::verify(d_out.to_host(), want, {}, tutorial::matrix_index(options.rows));
        });
  };
  const unsigned tiles =
      tutorial::blocks_for(options.count * blocks_of(options.rows) * blocks_of(options.cols), 1);
  measure("tiles, matrix by matrix", transpose_tiles<T>, tiles, 0);

  constexpr std::int64_t granted = 48 << 10;  // bytes of shared memory that every block may have
  const std::int64_t stage = options.rows * batch.pitch * static_cast<std::int64_t>(sizeof(T));
  if (stage > granted) {
    program.left_out("whole matrices staged", "a matrix does not fit into 48 KB of shared memory");
    return;
  }
  // About as many elements as a tile has; a larger matrix has a block of its own.
  const std::int64_t some =
      std::max<std::int64_t>(tile_size * tile_size / std::max<std::int64_t>(in_matrix, 1), 1);
  const std::int64_t matrices =
      std::max<std::int64_t>(std::min(some, granted / std::max<std::int64_t>(stage, 1)), 1);
  batch.per_block = static_cast<unsigned>(matrices * in_matrix);
  measure("whole matrices staged", transpose_staged<T>,
          tutorial::blocks_for(options.count, static_cast<int>(matrices)),
          static_cast<unsigned>(matrices * stage));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  Options options;
  program.size("--count", options.count, "matrices", {.gpu = 4096, .simulator = 16, .quick = 5});
  program.size("--rows", options.rows, "rows of each matrix", {.gpu = 256, .simulator = 256, .quick = 70});
  program.size("--cols", options.cols, "columns of each matrix", {.gpu = 256, .simulator = 256, .quick = 41});
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
