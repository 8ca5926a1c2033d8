// sum_fixed_order: can a sum of floats have the same bits on every GPU, whatever the grid is?
// Step     fixed tiles
// Problem  The sum of n floats. Each addition rounds, so another order of additions can give another sum.
// Way      In reduce_vector the elements that a thread adds depend on the size of the grid, which depends on the GPU. Here they do not:
//          the vector is cut into tiles of 16,384 elements. Which block adds up a tile depends on the grid, but how does not:
//
//              thread     32 elements, as a tree:  ((w0 + w1) + (w2 + w3)) + ..     5 additions deep
//              block      512 threads, as a tree                                  9 or 10 deep
//              tile_sums  one number per tile, wherever it was computed
//              last block thread t adds tile_sums[t], [t + 512], ..;  as a tree
//
//          Only n determines the order. The tree is also more accurate than a walk: an error bound of some 36 roundings
//          for 100 M numbers instead of 400.
//
// Expect   A tile has two barriers per 32 elements of a thread, and four blocks per SM overlap. The last block reads 6104 numbers,
//          12 per thread: 2 to 4 us of 90.
//          - At 100 M, it reaches 85 to 99% of the ceiling (before measuring).
// Run      ./tutorial run sum_fixed_order
// See      ./tutorial explain sum_fixed_order
// Source   the idea: J. Demmel, H. D. Nguyen, Parallel reproducible summation (2015), whose sums do not even depend on the order

#include "order/order.hpp"
#include "reduce.cuh"

using order::block_size;
constexpr int words = 8;  // of 16 bytes, per thread
constexpr int tile_size = 4 * words * block_size;

// [tile]
// This thread's share of a tile, as a tree. 0 past the end, which is `left` elements after `in`.
__device__ float share_of_tile(const float* in, std::int64_t left) {
  float4 word[words];
#pragma unroll
  for (int k = 0; k < words; ++k) {
    const int at = 4 * (k * block_size + static_cast<int>(threadIdx.x));
    if (at + 4 <= left) {
      word[k] = *reinterpret_cast<const float4*>(in + at);
    } else {
      const auto one = [&](int i) { return at + i < left ? in[at + i] : 0.0f; };
      word[k] = {one(0), one(1), one(2), one(3)};
    }
  }
#pragma unroll
  for (int half = words / 2; half > 0; half /= 2) {
#pragma unroll
    for (int k = 0; k < half; ++k) {
      const float4 a = word[k], b = word[k + half];
      word[k] = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    }
  }
  return (word[0].x + word[0].y) + (word[0].z + word[0].w);
}
// [tile]

// [kernel]
// tile_sums: one element per tile. *ticket is 0 before, and after.
__global__ void sum_fixed_order(const float* in, float* tile_sums, unsigned* ticket, float* result,
                                std::int64_t n) {
  __shared__ float warp_sums[tutorial::warp_size];
  __shared__ bool is_last;
  const std::int64_t tiles = (n + tile_size - 1) / tile_size;

  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const float sum = ch06::block_sum(share_of_tile(in + tile * tile_size, n - tile * tile_size), warp_sums);
    if (threadIdx.x == 0) tile_sums[tile] = sum;
    __syncthreads();  // before warp_sums is used again
  }

  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned last = gridDim.x - 1;
    is_last = atomicInc(ticket, last) == last;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;  // all threads of the block, or none

  float sum = 0;
  for (std::int64_t tile = threadIdx.x; tile < tiles; tile += block_size) sum += tile_sums[tile];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) *result = sum;
}
// [kernel]

void run(tutorial::Program& program, std::int64_t n, const std::string& data) {
  order::Input in(program.seed(), n, data);
  const std::int64_t tiles = (n + tile_size - 1) / tile_size;
  const unsigned grid = ch06::filling_blocks(sum_fixed_order, block_size, tiles * block_size);
  tutorial::DeviceBuffer<float> d_in(in.make_values()), d_tile_sums(tiles),
      d_sum(1);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});
  const auto launch = [&](unsigned blocks) {
    sum_fixed_order<<<blocks, block_size>>>(d_in.data(), d_tile_sums.data(), d_ticket.data(), d_sum.data(),
                                            n);
    CUDA_CHECK_LAUNCH();
  };

  program.measure(
      in.row("tiles of 16384 elements"), [&] { launch(grid); },
      [&] { return in.check_total(d_sum.to_host()[0], 5 + 10 + tiles / block_size + 1 + 10); });

  // [grids]
  const float sum = d_sum.to_host()[0];
  program.note(in.error_text("sum", static_cast<double>(sum)));
  for (const unsigned blocks : {1u, 7u, grid / 2 + 1}) {
    d_tile_sums.poison();
    d_sum.poison();
    launch(blocks);
    if (std::bit_cast<unsigned>(d_sum.to_host()[0]) != std::bit_cast<unsigned>(sum)) {
      throw std::runtime_error("a grid of " + std::to_string(blocks) + " blocks gives other bits");
    }
  }
  program.note("the same bits with grids of 1, 7, " + std::to_string(grid / 2 + 1) + " and " +
               std::to_string(grid) + " blocks");
  // [grids]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string data;
  order::add_options(program, n, data);
  return program.run(argc, argv, [&] { run(program, n, data); });
}
