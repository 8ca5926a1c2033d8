// transpose_vector: do 16-byte loads help a transpose as they help a copy?
// Step     4x fewer requests
// Before   transpose_swizzled moves one element per instruction, as the first variant of copy does.
// Change   A thread reads 16 bytes of a row at once and writes 16 bytes of a row at once. A warp takes 8 vectors
//          from each of 4 rows, so 128 contiguous bytes per row. The tile stores whole vectors, and a thread
//          collects the elements of its output vector from a column of the tile, one by one:
//
//              input row y          tile row y                      output row x
//              [ 0 1 2 3 ] ----->   vector v at v ^ (y / 4)   --->  [ . . . . ]  out of 4 rows of the tile
//               one load            one store, 4 reads              one store
//
//          The XOR now permutes whole vectors, the same way in 4 neighboring rows: a thread reads those rows
//          one after the other, and its 7 neighbors read rows 4, 8, 12 .. further down at the same time.
//          Padding cannot do this. A row of 33 floats does not start at a multiple of 16 bytes, as the
//          instruction requires. A row of 36 does, but 4 rows further down are 4 * 36 words, only 16 banks
//          further: a 4-way conflict.
//          Rows of the matrix start at multiples of 16 bytes only if the row length is a multiple of the
//          vector's. If it is not, that side of the transpose goes element by element.
//
// Expect   float: a quarter of the global requests, with 16 sectors each instead of 4, so as many sectors as
//          before on both sides; conflict degree 1. Is that faster? The memory needs bytes in flight, not
//          instructions. With a 32x32 tile a thread has one vector, the same 16 bytes as the four loads of
//          the previous step, so we expect little. With a 64x64 tile it has four vectors, 64 bytes in flight,
//          and row segments twice as long: that should come closer to the copy with vectors.
// Measured - "float4, tile 32 x 32" is as fast as transpose_padded (with measuring).
//          - "float4, tile 64 x 64" is faster than "float4, tile 32 x 32" (with measuring).
//            Missed on the H100: Its memory is slower, and both variants are within 7% of its copy. That leaves
//            little to gain.
// Run      ./tutorial run transpose_vector -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_vector
// Source   [Fan] ch. 8 (the tile); the vectors and their swizzle are ours

#include "transpose.hpp"

constexpr unsigned block_vectors = 8;  // 128 bytes of a row
constexpr unsigned block_rows = 32;

// [swizzle]
// Element (y, x) of a tile that stores vector v of row y in slot v ^ (y / width).
template <typename T, unsigned tile_vectors>
__device__ T& element(
    typename ch08::Vector<T>::type (&tile)[tile_vectors * ch08::Vector<T>::width][tile_vectors], unsigned y,
    unsigned x) {
  constexpr unsigned width = ch08::Vector<T>::width;
  return reinterpret_cast<T*>(&tile[y][(x / width) ^ (y / width)])[x % width];
}
// [swizzle]

// [kernel]
template <unsigned tile_size, typename T>
__global__ void transpose_vector(const T* in, T* out, unsigned rows, unsigned cols) {
  using V = typename ch08::Vector<T>::type;
  constexpr unsigned width = ch08::Vector<T>::width;
  constexpr unsigned tile_vectors = tile_size / width;
  __shared__ V tile[tile_size][tile_vectors];

  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;
  const unsigned thread = threadIdx.y * block_vectors + threadIdx.x;
  constexpr unsigned threads = block_rows * block_vectors;

  if (cols % width == 0) {
    // [load]
#pragma unroll
    for (unsigned step = 0; step < tile_size; step += block_rows) {
#pragma unroll
      for (unsigned side = 0; side < tile_vectors; side += block_vectors) {
        const unsigned y = step + threadIdx.y;
        const unsigned v = side + threadIdx.x;
        const unsigned row = tile_row + y;
        const unsigned col = tile_col + v * width;
        // The row ends with a whole vector: if its first element is inside, all are.
        if (row < rows && col < cols) {
          tile[y][v ^ (y / width)] = *reinterpret_cast<const V*>(&in[std::size_t{row} * cols + col]);
        }
      }
    }
    // [load]
  } else {
    for (unsigned i = thread; i < tile_size * tile_size; i += threads) {
      const unsigned y = i / tile_size;
      const unsigned x = i % tile_size;
      const unsigned row = tile_row + y;
      const unsigned col = tile_col + x;
      if (row < rows && col < cols) element<T>(tile, y, x) = in[std::size_t{row} * cols + col];
    }
  }

  // All 8 warps have written to every column.
  __syncthreads();

  if (rows % width == 0) {
    // [gather]
#pragma unroll
    for (unsigned step = 0; step < tile_size; step += block_rows) {
#pragma unroll
      for (unsigned side = 0; side < tile_vectors; side += block_vectors) {
        const unsigned y = step + threadIdx.y;
        const unsigned v = side + threadIdx.x;
        const unsigned row = tile_col + y;  // of the output
        const unsigned col = tile_row + v * width;
        if (row < cols && col < rows) {
          V vector{};
#pragma unroll
          for (unsigned k = 0; k < width; ++k) {
            reinterpret_cast<T*>(&vector)[k] = element<T>(tile, v * width + k, y);
          }
          *reinterpret_cast<V*>(&out[std::size_t{row} * rows + col]) = vector;
        }
      }
    }
    // [gather]
  } else {
    // Lanes go down a column again; those of 4 neighboring rows share one bank.
    for (unsigned i = thread; i < tile_size * tile_size; i += threads) {
      const unsigned y = i / tile_size;
      const unsigned x = i % tile_size;
      const unsigned row = tile_col + y;  // of the output
      const unsigned col = tile_row + x;
      if (row < cols && col < rows) out[std::size_t{row} * rows + col] = element<T>(tile, x, y);
    }
  }
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](auto kernel, unsigned tile_size) {
    const dim3 block(block_vectors, block_rows);
    const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);
    const std::string side = std::to_string(tile_size);

    d_out.poison();
    program.measure(
        ch08::row<T>(shape, ch08::Vector<T>::name + (", tile " + side) + " x " + side),
        [&] {
          kernel<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  measure(transpose_vector<32, T>, 32);
  measure(transpose_vector<64, T>, 64);
  constexpr int width = ch08::Vector<T>::width;
  if (shape.cols % width != 0 || shape.rows % width != 0) {
    const std::string both = shape.rows % width != 0 ? "the loads and the stores" : "the loads";
    program.note((shape.cols % width != 0 ? both : "the stores") +
                 " go element by element: the row length is no multiple of " + std::to_string(width));
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
