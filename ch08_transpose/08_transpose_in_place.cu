// transpose_in_place: can a square matrix be transposed in place, without a second one?
// Step     swaps in place
// Problem  The other programs read one matrix and write another. In place, every write destroys an element that is
//          still needed. Element (r, c) and its mirror image (c, r) are exchanged, so a thread that has read one
//          must keep it while the other is written: the unit of work is a pair.
// Ways     pairs of elements: a thread above the diagonal swaps its element with the mirror image. The
//          elements of a warp are adjacent in a row; their mirror images are each in a different row.
//          pairs of tiles: a block loads a tile and its mirror image into shared memory, waits, and
//          writes each one, transposed, to the other's position. A tile on the diagonal is its own mirror
//          image:
//
//              D a b      One block per tile from the diagonal on: D alone, a with A, b with B, c with C.
//              A D c      The blocks below the diagonal have no work and return.
//              B C D
//
// Race     The danger: a block that takes tile a could write it over A before the block of A has read it. Blocks
//          run in any order, and no barrier spans two blocks. Why there is no race: the block that writes A is
//          the block that has read A. It reads both tiles, then waits, then writes, and no other block touches
//          either tile. The barrier is for its own 8 warps.
// Expect   pairs of elements: one load and one store per warp touch 32 sectors, so this kernel has the problems of
//          both transpose_strided_read and transpose_strided_write. Pairs of tiles: 4 sectors per request and
//          conflict degree 1, as in transpose_padded, so it should be about as fast with half of the memory.
// Measured - "pairs of tiles" is as fast as transpose_padded (after measuring).
//          - "pairs of elements" is slower than transpose_strided_read (after measuring).
// Run      ./tutorial run transpose_in_place -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_in_place
// Source   [Fan] ch. 8 (the tile); the pairs are ours

#include "transpose.hpp"

constexpr int tile_size = 32;
constexpr int block_rows = 8;

// [elements]
template <typename T>
__global__ void swap_elements(T* matrix, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row >= col || col >= n) return;  // on the diagonal or below it: nothing to do, or another thread's pair

  T& upper = matrix[std::size_t{row} * n + col];
  T& lower = matrix[std::size_t{col} * n + row];
  const T value = upper;
  upper = lower;
  lower = value;
}
// [elements]

template <typename T>
using Tile = T[tile_size][tile_size + 1];

// What a thread moves of a tile.
constexpr int steps = tile_size / block_rows;

// Rows of the matrix into registers.
template <typename T>
__device__ void load(T (&held)[steps], const T* matrix, unsigned n, unsigned first_row, unsigned first_col) {
#pragma unroll
  for (int step = 0; step < steps; ++step) {
    const unsigned row = first_row + step * block_rows + threadIdx.y;
    const unsigned col = first_col + threadIdx.x;
    held[step] = row < n && col < n ? matrix[std::size_t{row} * n + col] : T{0};
  }
}

// Registers into rows of the tile.
template <typename T>
__device__ void put(Tile<T>& tile, const T (&held)[steps]) {
#pragma unroll
  for (int step = 0; step < steps; ++step) tile[step * block_rows + threadIdx.y][threadIdx.x] = held[step];
}

// Columns of the tile into rows of the matrix.
template <typename T>
__device__ void store_transposed(const Tile<T>& tile, T* matrix, unsigned n, unsigned first_row,
                                 unsigned first_col) {
#pragma unroll
  for (int step = 0; step < steps; ++step) {
    const unsigned y = step * block_rows + threadIdx.y;
    const unsigned row = first_row + y;
    const unsigned col = first_col + threadIdx.x;
    if (row < n && col < n) matrix[std::size_t{row} * n + col] = tile[threadIdx.x][y];
  }
}

// [tiles]
template <typename T>
__global__ void swap_tiles(T* matrix, unsigned n) {
  __shared__ Tile<T> upper;
  __shared__ Tile<T> lower;

  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;
  if (tile_row > tile_col) return;  // the whole block: no thread is missing at the barrier
  const bool pair = tile_row != tile_col;

  // Through registers: all eight loads are in flight before the first value is needed.
  T held_upper[steps];
  T held_lower[steps];
  load(held_upper, matrix, n, tile_row, tile_col);
  if (pair) load(held_lower, matrix, n, tile_col, tile_row);
  put(upper, held_upper);
  if (pair) put(lower, held_lower);

  // Both tiles must be read before either is written, and be full before anyone reads a column.
  __syncthreads();

  store_transposed(upper, matrix, n, tile_col, tile_row);
  if (pair) store_transposed(lower, matrix, n, tile_row, tile_col);
}
// [tiles]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::Program::require(
      shape.rows == shape.cols,
      "--rows and --cols must be equal: in place, only a square matrix keeps its shape");
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy
  const dim3 block(tile_size, block_rows);

  // The matrix is `out`, restored from `in` before each run: two runs would undo each other. We cannot use
  // poison here, but an element that is not moved is noticed: it does not equal its mirror image. So the check
  // needs all blocks; the simulator's table runs a sample of them at full size.
  auto measure = [&](const char* variant, auto kernel, int block_height) {
    const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, block_height);
    tutorial::Case row = ch08::row<T>(shape, variant);
    row.needs_all_blocks = true;
    program.measure(
        row,
        [&] {
          kernel<<<grid, block>>>(d_out.data(), shape.rows);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); },
        [&] {
          CUDA_CHECK(cudaMemcpyAsync(d_out.data(), d_in.data(), d_in.bytes(), cudaMemcpyDeviceToDevice));
        });
  };
  measure("pairs of elements", swap_elements<T>, block_rows);
  measure("pairs of tiles", swap_tiles<T>, tile_size);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  program.size("--rows", shape.rows, "rows of the matrix", {.gpu = 8192, .simulator = 1024, .quick = 257});
  program.size("--cols", shape.cols, "columns of the matrix, as many as rows",
               {.gpu = 8192, .simulator = 1024, .quick = 257});
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
