// matmul_balanced: how do we share the tiles that do not fill a whole round?
// Step     equal shares
// Before   An SM runs one block of matmul_large. With 132 SMs, 512 tiles make 3 rounds plus 116 tiles: in the fourth
//          round 16 SMs are idle. A product of 1024x1024 has 32 tiles, so a hundred SMs have no work at all.
// Change   There are as many blocks as the device holds at a time. They compute the full rounds tile by tile. The
//          remaining tiles are laid out in a row, step after step along k, and cut into equal shares, wherever a
//          cut falls:
//
//              tiles left    |      0      |      1      |      2      |
//              shares        |    0    |    1    |    2    |    3    |
//
//          A block whose share contains part of a tile writes its sums into
//          memory of its own, and publishes how many steps are done. The block
//          that completes a tile adds up its parts, in their order, so that the
//          result is the same in every launch, and stores it. No block waits for
//          another.
// Expect   4 rounds become 3.88: 3% at 4096, less the parts, at most two per block of 128 KiB each, which stay in the
//          L2 cache. At 1024 four times as many SMs work, and the time should fall to less than half.
//          - It is 1 to 1.031 times as fast as matmul_large (before measuring).
//            Missed: It gains 4%. A block now continues from one tile to the next, so that filling the first stage
//            of each round may be saved as well; we have not measured the two separately.
//          - At 1024 x 1024 x 1024, it is at least 2 times as fast as matmul_large (before measuring).
// Run      ./tutorial run matmul_balanced -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_balanced
// Source   [Osama]: the shares

#include "matmul/four.cuh"
#include "matmul/further/shares.hpp"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"

constexpr int height = 128;      // rows of C per block
constexpr int width = 256;       // columns
constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 256;  // 4x2 warps, 32x128 elements of C each
constexpr int a_groups = 2;      // groups of four rows of C per thread
constexpr int b_groups = 4;      // groups of four columns

// C = A B, by as many blocks as `shares` says.
// parts: two tiles for each block that shares. steps_done: one for each tile that is shared, 0 before and after.
// One block per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 1)
    matmul_balanced(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k,
                    matmul::Shares shares, float* parts, unsigned* steps_done) {
  using Copies = matmul::TileCopies<aligned, height, width, depth, block_size>;
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];
  // [also changed]
  __shared__ bool last;
  // [also changed]

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 32 + lane / 2 % 8;
  const unsigned y = warp / 2 * 8 + lane / 16 * 2 + lane % 2;

  float4 a_part[2][a_groups];
  float4 b_part[2][b_groups];
  const auto load = [&](int set, int stage, int term) {
#pragma unroll
    for (int i = 0; i < a_groups; ++i) {
      a_part[set][i] = matmul::float4_at(&a_tile[stage][term][4 * (y + 4 * i)]);
    }
#pragma unroll
    for (int j = 0; j < b_groups; ++j)
      b_part[set][j] = matmul::float4_at(&b_tile[stage][term][4 * (x + 8 * j)]);
  };

  // [change]
  const unsigned tile_cols = (n - 1) / width + 1;
  // Computed each time it is asked for: no register is left to keep it in.
  const auto share_end = [&] { return shares.begin(blockIdx.x + 1); };
  std::uint64_t shared_step = shares.begin(blockIdx.x);
  for (unsigned round = blockIdx.x; round < shares.whole || shared_step < share_end(); round += gridDim.x) {
    // A whole tile, or those steps of a tile that lie in this block's share.
    unsigned number = round;
    unsigned from = 0;
    unsigned to = shares.tile_steps;
    if (round >= shares.whole) {
      number = shares.whole + static_cast<unsigned>(shared_step / shares.tile_steps);
      from = static_cast<unsigned>(shared_step % shares.tile_steps);
      if (share_end() - shared_step < to - from) to = from + static_cast<unsigned>(share_end() - shared_step);
      shared_step += to - from;
    }
    const unsigned first_row = number / tile_cols * height;
    const unsigned first_col = number % tile_cols * width;

    __pipeline_wait_prior(0);
    __syncthreads();  // no thread still loads from the stages of the previous tile
    Copies copies(a, b, first_row, first_col, m, n, k);
    copies.advance(from);
    // [change]
    for (int stage = 0; stage < stages - 1; ++stage) copies.start(a_tile[stage], b_tile[stage]);
    __pipeline_wait_prior(stages - 2);
    __syncthreads();  // the first stage is full
    load(0, 0, 0);

    float sum[4 * a_groups][4 * b_groups] = {};
    int stage = 0;
    // [also changed]
    for (unsigned step = from; step < to; ++step) {
      // [also changed]
      const int free = stage == 0 ? stages - 1 : stage - 1;
      copies.start(a_tile[free], b_tile[free]);
#pragma unroll
      for (int term = 0; term < depth; ++term) {
        if (term == depth - 1) {
          __pipeline_wait_prior(stages - 2);
          __syncthreads();  // the next stage is full, and no thread still loads from this one
          stage = stage == stages - 1 ? 0 : stage + 1;
        }
        const int set = term % 2;
        load(1 - set, stage, (term + 1) % depth);
#pragma unroll
        for (int j = 0; j < 4 * b_groups; ++j) {
          const float b_value = matmul::component(b_part[set][j / 4], j % 4);
#pragma unroll
          for (int walk = 0; walk < 4 * a_groups; ++walk) {
            const int i = j % 2 == 0 ? walk : 4 * a_groups - 1 - walk;  // back and forth
            sum[i][j] += matmul::component(a_part[set][i / 4], i % 4) * b_value;
          }
        }
      }
    }

    // [parts]
    if (to - from < shares.tile_steps) {
      const unsigned shared_tile = number - shares.whole;
      const std::uint64_t tile_begin = std::uint64_t{shared_tile} * shares.tile_steps;
      // A share touches two tiles at most: a block's part 0 is of the first of them, part 1 of the second.
      const auto part = [&](unsigned block) {
        const unsigned second = shares.begin(block) < tile_begin;
        return parts + std::size_t{2 * block + second} * (height * width) + threadIdx.x;
      };
      float* own = part(blockIdx.x);
#pragma unroll
      for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
        for (int j = 0; j < 4 * b_groups; ++j) own[(i * 4 * b_groups + j) * block_size] = sum[i][j];
      }
      __threadfence();
      __syncthreads();  // the whole part is written
      if (threadIdx.x == 0) {
        last = atomicAdd(&steps_done[shared_tile], to - from) + to - from == shares.tile_steps;
        if (last) steps_done[shared_tile] = 0;  // for the next launch
        __threadfence();
      }
      __syncthreads();  // everyone knows whether this block is the tile's last
      if (!last) continue;
#pragma unroll
      for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
        for (int j = 0; j < 4 * b_groups; ++j) sum[i][j] = 0;
      }
      const unsigned end = shares.block_of(tile_begin + shares.tile_steps - 1);
      for (unsigned block = shares.block_of(tile_begin); block <= end; ++block) {
        const float* theirs = part(block);
#pragma unroll
        for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
          for (int j = 0; j < 4 * b_groups; ++j) sum[i][j] += theirs[(i * 4 * b_groups + j) * block_size];
        }
      }
    }
    // [parts]

#pragma unroll
    for (int i = 0; i < 4 * a_groups; ++i) {
      const unsigned row = first_row + 4 * (y + 4 * (i / 4)) + i % 4;
#pragma unroll
      for (int j = 0; j < 4 * b_groups; ++j) {
        const unsigned col = first_col + 4 * (x + 8 * (j / 4)) + j % 4;
        if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
      }
    }
  }
}

template <bool aligned>
void measure(tutorial::Program& program, matmul::Problem& problem) {
  const matmul::Shape shape = problem.shape;
  const std::int64_t tiles = (shape.m + height - 1) / height * ((shape.n + width - 1) / width);
  const matmul::Shares shares =
      matmul::make_shares(static_cast<std::uint32_t>(tiles), tutorial::blocks_for(shape.k, depth),
                          tutorial::resident_blocks(matmul_balanced<aligned>, block_size));
  tutorial::DeviceBuffer<float> parts(std::size_t{2} * shares.sharers * height * width);
  tutorial::DeviceBuffer<unsigned> steps_done(std::vector<unsigned>(std::max(shares.left, 1u)));
  const auto multiply = [&] {
    matmul_balanced<aligned><<<shares.blocks, block_size>>>(problem.a.data(), problem.b.data(),
                                                            problem.c.data(), shape.m, shape.n, shape.k,
                                                            shares, parts.data(), steps_done.data());
    CUDA_CHECK_LAUNCH();
  };
  program.measure(
      problem.row(aligned ? "the last tiles shared" : "the last tiles shared, n is no multiple of 4"),
      multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] {
    matmul::Problem problem(options, program.seed());
    if (problem.shape.n % 4 == 0) {
      measure<true>(program, problem);
    } else {
      measure<false>(program, problem);
    }
  });
}
