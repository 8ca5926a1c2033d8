// dot_grid: how much faster is the same kernel on a grid that fills the device?
// Step     grid fills the GPU
// Before   dot has 32 blocks of 256 threads, whatever the device: on a GPU with more than a hundred SMs most of them
//          are idle.
// Change   The number of blocks, which the host gets from the occupancy API (filling_blocks in reduce.cuh). The kernel
//          is exactly that of dot: a grid-stride loop works with any grid.
//
// Expect   Throughput is bytes in flight divided by latency, as long as the memory is not saturated. 8192 threads with
//          a few loads each are 64 to 128 KB; an H200 needs about 3 MB. On a device with 132 SMs, 1056 blocks have 33
//          times as many threads. We expect most of that as speedup, up to about half of the read ceiling, where
//          reduce_grid_stride stops, too. The sum also becomes more exact, because each thread adds fewer products and
//          so rounds less often.
//
//          The default data are integers whose products add up without rounding, so the check is exact for a hundred
//          million of them. `--data cancelling` is the opposite: each product is followed by nearly its negative. The
//          error is bounded relative to the sum of the magnitudes; relative to the sum itself it can be arbitrarily
//          large.
// Measured - "filling grid of 256" reaches 40 to 60% of the ceiling (with measuring).
//            Missed: "About half" assumed one load in flight per thread. Two vectors are two loads per step, and the
//            compiler unrolls the loop, so that several steps are in flight at a time.
// Run      ./tutorial run dot_grid -- --n 100000000
// See      ./tutorial explain dot_grid
// Source   [SandersKandrot] ch. 5; the grid is ours

#include "dot/dot.hpp"
#include "reduce.cuh"

constexpr int block_size = 256;
constexpr unsigned books_blocks = 32;

// [kernel]
template <typename T>
__global__ void dot_grid(const T* a, const T* b, T* partial, std::int64_t n) {
  __shared__ T cache[block_size];

  const int thread = threadIdx.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread; i < n;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    sum += a[i] * b[i];
  }
  cache[thread] = sum;
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = cache[0];
}
// [kernel]

template <typename T>
void measure(tutorial::Program& program, const ch06::DotOptions& options, unsigned most_blocks,
             const std::string& grid_name) {
  const std::int64_t n = options.n;
  const unsigned grid = std::min(most_blocks, tutorial::blocks_for(n, block_size));
  ch06::Dot<T> in(program.seed(), n, tutorial::data_named(options.data), block_size, grid);
  tutorial::DeviceBuffer<T> d_a(n), d_b(n), d_partial(grid);  // cudaMalloc
  const auto [a, b] = in.make_vectors();
  d_a.copy_from(a);  // cudaMemcpy
  d_b.copy_from(b);

  program.measure(
      in.row(grid_name + " of " + std::to_string(block_size)),
      [&] {
        dot_grid<<<grid, block_size>>>(d_a.data(), d_b.data(), d_partial.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_partial.to_host()); });
  program.note(std::to_string(grid) + (grid == 1 ? " block: " : " blocks: ") +
               in.result_text(in.total(d_partial.to_host())));
}

template <typename T>
void run(tutorial::Program& program, const ch06::DotOptions& options) {
  // [launch]
  measure<T>(program, options, books_blocks, "the book's 32 blocks");
  measure<T>(program, options, ch06::filling_blocks(dot_grid<T>, block_size, options.n), "filling grid");
  // [launch]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::DotOptions options;
  ch06::add_dot_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
