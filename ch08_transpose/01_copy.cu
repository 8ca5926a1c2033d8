// copy: how fast would a transpose be if it only had to move the bytes?
// Step     only moves bytes
// Problem  A transpose reads every element once and writes every element once. So does a copy, and its accesses
//          are ideal: on both sides, neighboring lanes access neighboring addresses. No transpose should be
//          faster.
// Ways     one element per thread: a float is 4 bytes, so a warp requests 128 bytes at a time.
//          16 bytes per thread (float4, double2): a warp requests 512 bytes with one instruction.
//          cudaMemcpy: the library's copy. Transposes are often quoted as a percentage of it.
//          tiles of 64x64, each copied to its transposed position, but not transposed itself. These are the
//          addresses of the last transposes of this chapter, without shared memory or barriers; whole tiles only.
// Expect   Enough bytes must be in flight at every moment to keep the memory busy. The number of threads is
//          limited, so 4 bytes per thread may be too few; 16 bytes should come close to the ceiling, and so should
//          cudaMemcpy. The tiles' row segments of 256 bytes are fully coalesced, but DRAM prefers longer runs: a
//          few percent less than the other copies, and an upper bound for any transpose that uses such tiles.
// Measured - "one float4 per thread" reaches 95 to 105% of the ceiling (after measuring).
//          - "tiles moved, not transposed" is 0.92 to 0.99 times as fast as "one float4 per thread" (after
//            measuring).
// Run      ./tutorial run copy -- --rows 8192 --cols 8192
// See      ./tutorial explain copy
// Source   [Fan] ch. 8

#include "transpose.hpp"

// [kernels] [copies]
template <typename T>
__global__ void copy_elements(const T* in, T* out, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

template <typename T>
__global__ void copy_vectors(const T* in, T* out, std::int64_t count) {
  using V = typename ch08::Vector<T>::type;
  constexpr int width = ch08::Vector<T>::width;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = count / width;

  // A buffer starts at a multiple of 256 bytes, so every vector is aligned, as the instruction requires.
  if (i < vectors) reinterpret_cast<V*>(out)[i] = reinterpret_cast<const V*>(in)[i];

  // The first few threads also take the elements that fill no vector.
  const std::int64_t rest = vectors * width + i;
  if (rest < count) out[rest] = in[rest];
}
// [copies]

constexpr unsigned tile_size = 64;
constexpr unsigned tile_threads = 512;

// A block's tile of the input, row by row, to the rows of the output's tile. Blocks walk down the columns of tiles.
template <typename T>
__global__ void move_tiles(const T* in, T* out, unsigned rows, unsigned cols) {
  constexpr unsigned block_rows = tile_threads / tile_size;
  constexpr unsigned loads = tile_size / block_rows;
  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  const unsigned tile_row = blockIdx.x * tile_size;
  const unsigned tile_col = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;
  if (tile_row >= rows || tile_col >= cols) return;
  const T* from = in + std::size_t{tile_row + y} * cols + tile_col + x;
  T* to = out + std::size_t{tile_col + y} * rows + tile_row + x;
  T held[loads];
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) held[i] = from[std::size_t{cols} * block_rows * i];
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) to[std::size_t{rows} * block_rows * i] = held[i];
}
// [kernels]

/// Whether every tile is where a transpose puts it, its rows still rows.
template <typename T>
tutorial::Verdict check_moved(const std::vector<T>& out, const std::vector<T>& in, ch08::Shape shape) {
  const std::int64_t rows = shape.rows;
  const std::int64_t cols = shape.cols;
  const auto wanted = [&](std::int64_t i) {
    const std::int64_t line = i / rows;
    const std::int64_t place = i % rows;
    const std::int64_t row = place / tile_size * tile_size + line % tile_size;
    const std::int64_t col = line / tile_size * tile_size + place % tile_size;
    return in[static_cast<std::size_t>(row * cols + col)];
  };
  return tutorial::verify(out, wanted, {}, tutorial::matrix_index(rows));
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy
  const std::int64_t count = shape.count();

  d_out.poison();  // fills it with a value that no result has
  program.measure(
      ch08::row<T>(shape, "one " + program.type() + " per thread"),
      [&] {
        const unsigned grid = tutorial::blocks_for(count, program.block());
        copy_elements<<<grid, program.block()>>>(d_in.data(), d_out.data(), count);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch08::check_copied(d_out.to_host(), in, shape); });

  d_out.poison();
  program.measure(
      ch08::row<T>(shape, "one " + std::string(ch08::Vector<T>::name) + " per thread"),
      [&] {
        const unsigned grid = tutorial::blocks_for(count / ch08::Vector<T>::width, program.block());
        copy_vectors<<<grid, program.block()>>>(d_in.data(), d_out.data(), count);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch08::check_copied(d_out.to_host(), in, shape); });

  d_out.poison();
  program.measure(
      ch08::row<T>(shape, "cudaMemcpy"),
      [&] { CUDA_CHECK(cudaMemcpyAsync(d_out.data(), d_in.data(), d_in.bytes(), cudaMemcpyDeviceToDevice)); },
      [&] { return ch08::check_copied(d_out.to_host(), in, shape); });

  if (shape.rows % tile_size != 0 || shape.cols % tile_size != 0) {
    program.left_out("tiles moved, not transposed", "this matrix is not made of whole tiles of 64 x 64");
    return;
  }
  d_out.poison();
  program.measure(
      ch08::row<T>(shape, "tiles moved, not transposed"),
      [&] {
        const dim3 grid = ch08::tile_grid(shape.cols, shape.rows, tile_size, tile_size);
        move_tiles<<<grid, tile_threads>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return check_moved(d_out.to_host(), in, shape); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.block_sizes({128, 256, 512, 1024}, 256);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
