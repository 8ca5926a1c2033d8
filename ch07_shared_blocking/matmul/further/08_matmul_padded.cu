// matmul_padded: what if the rows of B do not start at multiples of 16 bytes, and where is cuBLAS now?
// Step     padded rows of B
// Before   matmul_balanced copies B in groups of four if n is a multiple of 4. If not, four times as many copies of
//          one element each go through the unit that loads the factors from shared memory: n = 4095 takes longer
//          than n = 4096, by far more than the arithmetic does.
// Change   In that case B is first copied, once, into rows that are padded with zeros to a multiple of 4, and the
//          product reads the padded rows. The columns past n do not contribute to any stored element. A does not
//          need this: it is copied element by element anyway, because it is transposed on the way.
// Expect   The copy reads and writes B: 134 MB at 4095, some 50 microseconds, 2% of the product; it is k n compared
//          with m n k. In return the product is as fast as with n = 4096. If m is small, the copy does not pay off.
//          Nothing changes if n is a multiple of 4, and there we expect a tie with cuBLAS, whose kernel has tiles
//          of the same size, according to its name.
//          - It is as fast as "cuBLAS" (before measuring).
//          - At 2048 x 2048 x 2048, it is as fast as "cuBLAS" (before measuring).
//          - At 1024 x 1024 x 1024, it is as fast as "cuBLAS" (before measuring).
//            Missed: cuBLAS has kernels with smaller tiles for small products, so that every SM gets some; ours are
//            128x256, and a product of this size has few of them.
//          - At 512 x 512 x 512, it is as fast as "cuBLAS" (before measuring).
//            Missed: cuBLAS has kernels with smaller tiles for small products, so that every SM gets some; ours are
//            128x256, and a product of this size has few of them.
//          - At 256 x 256 x 256, it is as fast as "cuBLAS" (before measuring).
//            Missed: cuBLAS has kernels with smaller tiles for small products, so that every SM gets some; ours are
//            128x256, and a product of this size has few of them.
// Run      ./tutorial run matmul_padded -- --m 4096 --n 4095 --k 4096
// See      ./tutorial explain matmul_padded -- --m 96 --n 95 --k 96
// Source   [Farber] ch. 6

#include "matmul/cublas_product.hpp"
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

// [change]
// A block copies rows of `cols` elements into rows of `padded`.
__global__ void __launch_bounds__(block_size)
    pad_rows(const float* from, float* to, unsigned rows, unsigned cols, unsigned padded) {
  for (unsigned row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* from_row = from + std::size_t{row} * cols;
    float* to_row = to + std::size_t{row} * padded;
    for (unsigned col = threadIdx.x; col < padded; col += block_size) {
      to_row[col] = col < cols ? from_row[col] : 0;
    }
  }
}
// [change]

// C = A B, by as many blocks as `shares` says. b_row: elements from one row of B to the next, a multiple of 4, n or
// more; the elements in between are read but not used.
// parts: two tiles for each block that shares. steps_done: one for each tile that is shared, 0 before and after.
// One block per SM: a thread may use 255 registers.
__global__ void __launch_bounds__(block_size, 1)
    matmul_padded(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k,
                  unsigned b_row, matmul::Shares shares, float* parts, unsigned* steps_done) {
  // [also changed]
  using Copies = matmul::TileCopies<true, height, width, depth, block_size>;
  // [also changed]
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];
  __shared__ bool last;

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
    // [also changed]
    Copies copies(a, b, first_row, first_col, m, b_row, k);
    // [also changed]
    copies.advance(from);
    for (int stage = 0; stage < stages - 1; ++stage) copies.start(a_tile[stage], b_tile[stage]);
    __pipeline_wait_prior(stages - 2);
    __syncthreads();  // the first stage is full
    load(0, 0, 0);

    float sum[4 * a_groups][4 * b_groups] = {};
    int stage = 0;
    for (unsigned step = from; step < to; ++step) {
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

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const std::int64_t padded = (shape.n + 3) / 4 * 4;
  const bool pads = padded > shape.n && shape.k > 0;
  tutorial::DeviceBuffer<float> padded_b(pads ? static_cast<std::size_t>(shape.k * padded) : 0);

  const std::int64_t tiles = (shape.m + height - 1) / height * ((shape.n + width - 1) / width);
  const matmul::Shares shares =
      matmul::make_shares(static_cast<std::uint32_t>(tiles), tutorial::blocks_for(shape.k, depth),
                          tutorial::resident_blocks(matmul_padded, block_size));
  tutorial::DeviceBuffer<float> parts(std::size_t{2} * shares.sharers * height * width);
  tutorial::DeviceBuffer<unsigned> steps_done(std::vector<unsigned>(std::max(shares.left, 1u)));
  const auto multiply = [&] {
    const float* b = problem.b.data();
    if (pads) {
      pad_rows<<<tutorial::blocks_for(shape.k, 1), block_size>>>(b, padded_b.data(), shape.k, shape.n,
                                                                 padded);
      CUDA_CHECK_LAUNCH();
      b = padded_b.data();
    }
    matmul_padded<<<shares.blocks, block_size>>>(problem.a.data(), b, problem.c.data(), shape.m, shape.n,
                                                 shape.k, padded, shares, parts.data(), steps_done.data());
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(pads ? "rows of B padded first" : "rows of B as they are"), multiply,
                  [&] { return problem.check(multiply); });
  matmul::measure_cublas(program, problem, problem.matrices());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
