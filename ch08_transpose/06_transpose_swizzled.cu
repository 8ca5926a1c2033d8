// transpose_swizzled: can the tile lose its conflicts without the unused column?
// Step     XOR swizzle
// Before   transpose_padded leaves one column of its tile unused, so that a column of the matrix falls in 32
//          different banks.
// Change   The tile is 32x32 again, and column c of row r is stored in slot c ^ r of that row. Each bank then
//          holds these columns:
//
//              32x33, padded              32x32, swizzled
//              bank    0  1  2  3 ..      bank    0  1  2  3 ..
//              row 0   0  1  2  3         row 0   0  1  2  3
//              row 1  31  0  1  2         row 1   1  0  3  2
//              row 2  30 31  0  1         row 2   2  3  0  1
//              row 3  29 30 31  0         row 3   3  2  1  0
//
//          Padding rotates each row by one more bank; XOR permutes the slots within a row. With either, every
//          row holds its 32 columns in 32 banks, and every column falls in 32 different banks: neither the row
//          write nor the column read has two lanes in one bank.
//
// Expect   Conflict degree 1 on both sides, as with padding, float and double; 4 / 4 sectors per request. The tile
//          shrinks by a 33rd, from 4224 to 4096 bytes for float. That gains nothing here: an SM runs out of
//          threads long before it runs out of shared memory. The XOR is one more cheap instruction per shared
//          memory access. So we expect equal times. What the swizzle preserves is alignment: every row starts
//          at a multiple of 128 bytes, which transpose_vector needs.
// Measured - "swizzled, tile 32 x 32" is as fast as "padded, tile 32 x 33" (with measuring).
//          - At 2048 x 2048, "swizzled, tile 32 x 32" is as fast as "padded, tile 32 x 33" (with measuring).
//            Missed on the H200: A matrix of 16 MB stays in L2, so memory latency is short. The swizzle computes a
//            slot for each of a thread's four rows, where the padded tile adds a constant; those instructions are
//            likely to show. At 8192 the difference is 3% on the H200, which we call a tie.
// Run      ./tutorial run transpose_swizzled -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_swizzled
// Source   [Fan] ch. 8 (the padded tile); the swizzle in it is ours

#include "transpose.hpp"

constexpr int tile_size = 32;
constexpr int block_rows = 8;

// [change]
// Where the tile stores an element: row y unchanged, column x in slot place(y, x).
struct Padded {
  static constexpr int pitch = tile_size + 1;
  static constexpr const char* name = "padded, tile 32 x 33";
  static __device__ unsigned place(unsigned, unsigned x) { return x; }
};

struct Swizzled {
  static constexpr int pitch = tile_size;
  static constexpr const char* name = "swizzled, tile 32 x 32";
  static __device__ unsigned place(unsigned y, unsigned x) { return x ^ y; }
};
// [change]

// [kernel]
template <typename Layout, typename T>
__global__ void transpose_tile(const T* in, T* out, unsigned rows, unsigned cols) {
  __shared__ T tile[tile_size][Layout::pitch];

  const unsigned x = threadIdx.x;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  // Rows of the input into rows of the tile.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_row + y;
    const unsigned col = tile_col + x;
    if (row < rows && col < cols) tile[y][Layout::place(y, x)] = in[std::size_t{row} * cols + col];
  }

  // A column's 32 values were written by 8 different warps.
  __syncthreads();

  // [read]
  // Columns of the tile into rows of the output: lane x reads row x of the tile.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_col + y;  // of the output
    const unsigned col = tile_row + x;
    if (row < cols && col < rows) out[std::size_t{row} * rows + col] = tile[x][Layout::place(x, y)];
  }
  // [read]
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](auto kernel, const char* layout) {
    const dim3 block(tile_size, block_rows);
    const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);

    d_out.poison();
    program.measure(
        ch08::row<T>(shape, layout),
        [&] {
          kernel<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  measure(transpose_tile<Padded, T>, Padded::name);
  measure(transpose_tile<Swizzled, T>, Swizzled::name);
  program.note("shared memory a block: padded " + std::to_string(tile_size * Padded::pitch * sizeof(T)) +
               " bytes, swizzled " + std::to_string(tile_size * Swizzled::pitch * sizeof(T)) +
               " bytes; 32 x 8 threads");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
