// softmax_online: can maximum and sum be found in one pass, though the sum needs the maximum?
// Step     two passes
// Before   softmax_passes reads each row three times.
// Change   A thread keeps the maximum so far, and the sum of exponentials relative to it. When a larger element comes, it
//          scales the sum by exp(old maximum - new maximum) and goes on:
//
//              x > m    s = s exp(m - x) + 1,    m = x          one exp per element, either way
//              else     s = s + exp(x - m)
//
//          At the end of the pass the block finds the largest maximum, and each thread scales its sum once more.
//
// Expect   With 65,536 columns no cache holds a row, so the matrix moves three times instead of four: two reads and a write. A
//          copy moves it twice, so at most two thirds of its speed are possible. The chain of dependent operations per
//          element is longer: each exp waits for the maximum before it. Eight blocks per SM hide that. With 1024 and 8192
//          columns the second and the third read hit a cache already, so there is little to gain.
//          - At 2048 x 65536, it reaches 50 to 70% of the ceiling (before measuring).
//          - At 2048 x 65536, it is 1.15 to 1.45 times as fast as softmax_passes (before measuring).
//          - At 131072 x 1024, it is 0.95 to 1.3 times as fast as softmax_passes (before measuring).
// Measured - At 16384 x 8192, it is slower than softmax_passes (after measuring).
//            Why: L2 has the rows, so the third read was cheap, while the single pass has four loads in flight where the
//            pass for the maximum had 16: the compiler unrolls the longer loop less.
// Run      ./tutorial run softmax_online -- --rows 2048 --columns 65536
// See      ./tutorial explain softmax_online
// Source   Milakov, Gimelshein: Online normalizer calculation for softmax (2018)

#include <cfloat>

#include <cuda/std/span>

#include "rows/rows.hpp"
#include "rows/words.cuh"

constexpr int block_size = rows::block_size;

// [kernel]
// The maximum of some elements, and the sum of their exp(x - maximum). Without elements the maximum is the lowest float, not
// -infinity, since a difference of two infinities is not a number.
struct Running {
  float maximum = -FLT_MAX;
  float sum = 0;
};

__global__ void softmax_online(const float* in, float* out, std::int64_t rows, std::int64_t columns) {
  __shared__ float maxima[rows::warps];
  __shared__ float sums[rows::warps];
  if (blockIdx.x >= rows) return;  // the whole block: only if there is no row at all
  const cuda::std::span<const float> row(in + blockIdx.x * columns, columns);
  const cuda::std::span<float> to(out + blockIdx.x * columns, columns);

  // [change]
  Running all;
  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) {
    const float x = row[c];
    const float scale = expf(-fabsf(x - all.maximum));  // exp(smaller - larger)
    all.sum = x > all.maximum ? all.sum * scale + 1 : all.sum + scale;
    all.maximum = fmaxf(all.maximum, x);
  }
  // all_threads (words.cuh): shuffles and shared memory combine the values of the block's threads.
  const float maximum = rows::all_threads(all.maximum, rows::Max{}, maxima);
  const float sum = rows::all_threads(all.sum * expf(all.maximum - maximum), rows::Plus{}, sums);
  // [change]

  for (std::int64_t c = threadIdx.x; c < columns; c += block_size) to[c] = expf(row[c] - maximum) / sum;
}
// [kernel]

void run(tutorial::Program& program, const rows::Options& options) {
  rows::Input in(options, program.seed());
  const std::vector<float>& values = in.make_values();
  tutorial::DeviceBuffer<float> d_in(values), d_out(values.size());  // cudaMalloc, cudaMemcpy
  const unsigned grid = tutorial::blocks_for(in.rows, 1);

  program.measure(
      in.matrix_row("two passes, one block per row"),
      [&] {
        softmax_online<<<grid, block_size>>>(d_in.data(), d_out.data(), in.rows, in.columns);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check_softmax(d_out.to_host()); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  rows::Options options;
  rows::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
