// half_loads: how fast is a sum of fp16 numbers if each load brings one of them?
// Step     2 bytes per load
// Problem  The sum of n numbers of 2 bytes, fp16 or bf16, as a float.
// Way      As reduce_last_block sums floats: a grid that fills the device walks over the vector, and each thread adds its
//          numbers in float. The type of the sum need not be that of the elements:
//
//              fp16   11 significant bits   2049 is not one: 2048 + 1 = 2048
//              bf16    8 significant bits   257 is not one:  256 + 1 = 256
//              float  24 significant bits   exact up to 16,777,216
//
// Expect   A warp loads 64 bytes per request, half of what a sum of floats loads. There are not enough bytes in
//          flight: 2048 threads per SM with four loads each (the compiler unrolls) are 16 KB, and an H200 needs 24 KB.
//          - At 200 M, it reaches 45 to 75% of the ceiling (before measuring).
//            Missed: The compiler does not unroll this loop: its machine code has one load per iteration. So a thread has
//            2 bytes in flight, and an SM 4 KB, not 16.
// Run      ./tutorial run half_loads
// See      ./tutorial explain half_loads
// Source   ours

#include "halves/halves.hpp"
#include "reduce.cuh"

constexpr int block_size = 512;

// [kernel]
template <typename T>
__global__ void half_loads(const T* in, float* partial, unsigned* ticket, float* result, std::int64_t n) {
  __shared__ float warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;

  float sum = 0;
  for (std::int64_t i = thread; i < n; i += threads) sum += halves::widened(in[i]);

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const halves::Options& options) {
  halves::Input<T> in(options, program.seed());
  const unsigned grid = ch06::filling_blocks(half_loads<T>, block_size, in.n);
  tutorial::DeviceBuffer<T> d_in(in.make_values());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float> d_partial(grid), d_sum(1);
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});

  program.measure(
      in.row("2 bytes per load, added in float"),
      [&] {
        half_loads<<<grid, block_size>>>(d_in.data(), d_partial.data(), d_ticket.data(), d_sum.data(), in.n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return in.check(d_sum.to_host()[0], halves::float_rounding(in.n, grid, block_size)); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  halves::Options options;
  halves::add_options(program, options);
  return program.run(argc, argv, [&] {
    halves::with_format(options, [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
