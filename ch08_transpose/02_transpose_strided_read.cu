// transpose_strided_read: what do strided reads cost, and does the read-only path help?
// Step     strided reads
// Before   copy reads and writes along the rows.
// Change   A row of the output is a column of the input. The lanes of a warp write along a row of the output,
//          so their reads of the input are a whole row apart:
//
//              input                          output
//                . 0 . . .                      0 1 2 .. 31    written together: 4 sectors of 32 bytes
//                . 1 . . .                      . . . .. .
//                . 2 . . .     read from 32 sectors, one float out of the eight of each
//                . .
//                . 31. . .
//
// Expect   float: 32 sectors per read request instead of 4; writes stay at 4. The neighboring warps of the
//          block need the other seven floats of each sector. While the L1 cache keeps them, device memory
//          does not see all of the waste. So it is slower than the copy, but not 8 times.
//          Three variants: plain pointers; __ldg, the load for data that the kernel does not write; and
//          const __restrict__, which promises the compiler the same, so that it can choose that load itself
//          [Fan] (claim C15; see the machine code). On the GPUs of the book that load had its own cache.
//          Since Volta there is one L1 cache for all loads, so we expect three equal times.
//          - It is 0.125 to 0.95 times as fast as copy (before measuring).
//          - "__ldg" is as fast as "plain pointers" (before measuring).
//          - "const __restrict__" is as fast as "plain pointers" (before measuring).
// Run      ./tutorial run transpose_strided_read -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_strided_read
//          common/authoring/sass.sh build/auto/cuda/ch08_transpose/transpose_strided_read LDG
// Source   [Fan] ch. 8

#include "transpose.hpp"

// [kernels] [plain]
// A thread's position in the output: column by x, row by y and z.
template <typename T>
__global__ void read_plain(const T* in, T* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row < cols && col < rows) out[std::size_t{row} * rows + col] = in[std::size_t{col} * cols + row];
}
// [plain]

template <typename T>
__global__ void read_ldg(const T* in, T* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row < cols && col < rows)
    out[std::size_t{row} * rows + col] = __ldg(&in[std::size_t{col} * cols + row]);
}

template <typename T>
__global__ void read_restrict(const T* __restrict__ in, T* __restrict__ out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row < cols && col < rows) out[std::size_t{row} * rows + col] = in[std::size_t{col} * cols + row];
}
// [kernels]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy
  const dim3 block(32, program.block() / 32);
  const dim3 grid = ch08::tile_grid(shape.cols, shape.rows, block.x, block.y);  // over the output

  auto measure = [&](const char* variant, auto kernel) {
    d_out.poison();
    program.measure(
        ch08::row<T>(shape, variant),
        [&] {
          kernel<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  measure("plain pointers", read_plain<T>);
  measure("__ldg", read_ldg<T>);
  measure("const __restrict__", read_restrict<T>);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.block_sizes({1024, 512, 256, 128}, 1024);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
