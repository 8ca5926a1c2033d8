// half_pairs: what does it gain to load two numbers at a time?
// Step     pairs
// Before   half_loads loads 2 bytes per lane.
// Change   A thread loads a pair (__half2, __nv_bfloat162), 4 bytes, and converts it to two floats. If the number of elements is
//          odd, one thread adds the last one alone.
//
// Expect   As many bytes in flight as a sum of floats has: reduce_last_block stays a few percent below the limit.
//          - At 200 M, it reaches 75 to 97% of the ceiling (before measuring).
//            Missed: As in half_loads, the loop is not unrolled: 8 KB in flight per SM, twice as much as there.
//          - At 200 M, it is 1.2 to 1.9 times as fast as half_loads (before measuring).
// Run      ./tutorial run half_pairs
// See      ./tutorial explain half_pairs
// Source   ours

#include "halves/halves.hpp"
#include "reduce.cuh"

constexpr int block_size = 512;

// [kernel]
template <typename T>
__global__ void half_pairs(const T* in, float* partial, unsigned* ticket, float* result, std::int64_t n) {
  __shared__ float warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;

  // [change]
  float sum = 0;
  const auto* pairs = reinterpret_cast<const halves::Pair<T>*>(in);
  for (std::int64_t i = thread; i < n / 2; i += threads) {
    const float2 pair = halves::widened(pairs[i]);
    sum += pair.x + pair.y;
  }
  if (thread == 0 && n % 2 == 1) sum += halves::widened(in[n - 1]);
  // [change]

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const halves::Options& options) {
  halves::Input<T> in(options, program.seed());
  const unsigned grid = ch06::filling_blocks(half_pairs<T>, block_size, in.n / 2);
  tutorial::DeviceBuffer<T> d_in(in.make_values());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float> d_partial(grid), d_sum(1);
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});

  program.measure(
      in.row("4 bytes per load, added in float"),
      [&] {
        half_pairs<<<grid, block_size>>>(d_in.data(), d_partial.data(), d_ticket.data(), d_sum.data(), in.n);
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
