// matmul_fitted: which tile fits a product, and how many blocks share it?
// Step     tiles that fit
// Before   matmul_padded has one tile shape, 128x256. A product of 256x256 has two such tiles. Cutting them along k
//          gives more blocks something to do, but a block's part of a tile has 128 KiB, and the one block that completes a
//          tile adds up all of its parts while other blocks are idle.
// Change   There are six shapes, from 128x256 to 32x32, two of them long, for long matrices. For each shape and each
//          number of cuts along k, the host estimates how many cycles the busiest SM takes, and launches the best. A
//          separate launch, in which all SMs take part, adds up the parts:
//
//              tile 0   | part 0 | part 1 | .. |      the parts of an element are added in their order, if there are
//              tile 1   | part 0 | part 1 | .. |      many by several threads, whose sums are added in order, too:
//                         \       |      /           the same bits in every launch
//                            C += ..
//
//          So the kernel needs neither a counter nor a fence. And C is written in 16-byte stores. Such a store needs four
//          consecutive registers, but the sums are in registers that suit the loop (matmul_banks): a multiplication by
//          alpha, which is 1, moves them.
// Expect   256x256 gets hundreds of blocks with a few steps each: what remains is the start of two launches, some
//          microseconds. At 4096 tiles and shares are those of matmul_padded; C is written with a quarter of the stores,
//          which is less than a percent there. A long k of a small C is cut into hundreds of parts.
//          - It is as fast as matmul_padded (before measuring).
//          - It is as fast as "cuBLAS" (before measuring).
//          - At 2048 x 2048 x 2048, it is as fast as "cuBLAS" (before measuring). Missed on the H100: Just past
//            the 5% of a tie. cuBLAS's loop keeps the multiply-add pipes busier (see "What is
//            left").
//          - At 1024 x 1024 x 1024, it is 1 to 1.2 times as fast as "cuBLAS" (before measuring). Missed: A tie by
//            our 5%, and not more: we suppose that the second launch, which adds the parts, is significant.
//          - At 512 x 512 x 512, it is 1 to 1.4 times as fast as "cuBLAS" (before measuring). Missed: The parts are
//            added by a second launch, and a launch and its start take some of the few microseconds that there are.
//            We have not proved that this is all of it.
//          - At 256 x 256 x 256, it is 1.2 to 2 times as fast as "cuBLAS" (before measuring). Missed: As at 512,
//            with less work besides.
// Run      ./tutorial run matmul_fitted -- --m 64 --n 64 --k 65536
// See      ./tutorial explain matmul_fitted
// Source   [Osama]: the shares

#include <string>
#include <vector>

#include "matmul/cublas_product.hpp"
#include "matmul/four.cuh"
#include "matmul/further/fit.hpp"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"

constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 256;  // of the kernels that have no tiles

// [tile] [change]
// The tile of a block of warps_down x warps_across warps. A warp is 4x8 threads, and a thread has a_groups groups of
// four rows of C and b_groups groups of four columns. An SM must hold `at_a_time` blocks: the compiler
// gives a thread the registers that this leaves.
template <int warps_down, int warps_across, int a_groups_, int b_groups_, int at_a_time_>
struct Tile {
  static constexpr int across = warps_across;
  static constexpr int a_groups = a_groups_;
  static constexpr int b_groups = b_groups_;
  static constexpr int height = warps_down * 16 * a_groups;
  static constexpr int width = warps_across * 32 * b_groups;
  static constexpr int block_size = 32 * warps_down * warps_across;
  static constexpr int at_a_time = at_a_time_;
};
// [tile] [change]

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

// [also changed]
// Where a block's part of a shared tile stands. A share touches two tiles at most: a block's part 0 is of the first
// of them, part 1 of the second.
template <typename Tile>
__device__ std::size_t part_offset(const matmul::Shares& shares, unsigned block, unsigned shared_tile) {
  const unsigned second = shares.begin(block) < std::uint64_t{shared_tile} * shares.tile_steps;
  return std::size_t{2 * block + second} * (Tile::height * Tile::width);
}

// Stores four neighbors of a row, at once where the rows allow it.
__device__ void store_neighbours(float* matrix, float4 four, unsigned row, unsigned col, unsigned rows,
                                 unsigned cols) {
  if (cols % 4 == 0) {
    matmul::store_four<true>(matrix, four, row, col, rows, cols);
  } else {
    matmul::store_four<false>(matrix, four, row, col, rows, cols);
  }
}
// [also changed]

// C = alpha A B, by as many blocks as `shares` says; of tiles that several blocks share, their parts instead. b_row:
// elements from one row of B to the next, a multiple of 4, n or more; what stands between is read but leads to nothing.
// parts: two tiles for each block that shares.
template <typename Tile>
__global__ void __launch_bounds__(Tile::block_size, Tile::at_a_time)
    matmul_fitted(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k,
                  unsigned b_row, float alpha, matmul::Shares shares, float* parts) {
  // [also changed]
  constexpr int a_groups = Tile::a_groups;
  constexpr int b_groups = Tile::b_groups;
  using Copies = matmul::TileCopies<true, Tile::height, Tile::width, depth, Tile::block_size>;
  // [also changed]
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  // [also changed]
  const unsigned x = warp % Tile::across * (8 * b_groups) + lane / 2 % 8;
  const unsigned y = warp / Tile::across * (4 * a_groups) + lane / 16 * 2 + lane % 2;
  // [also changed]

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

  const unsigned tile_cols = (n - 1) / Tile::width + 1;
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
    const unsigned first_row = number / tile_cols * Tile::height;
    const unsigned first_col = number % tile_cols * Tile::width;

    __pipeline_wait_prior(0);
    __syncthreads();  // no thread still loads from the stages of the previous tile
    Copies copies(a, b, first_row, first_col, m, b_row, k);
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

    // [store] [change]
    // A part is a matrix of its own, and the tile is all of it.
    const bool whole = to - from == shares.tile_steps;
    float* matrix = whole ? c : parts + part_offset<Tile>(shares, blockIdx.x, number - shares.whole);
    const unsigned rows = whole ? m : Tile::height;
    const unsigned cols = whole ? n : Tile::width;
    const unsigned row_of = whole ? first_row : 0;
    const unsigned col_of = whole ? first_col : 0;
#pragma unroll
    for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
      for (int j = 0; j < b_groups; ++j) {
        const float4 four = {alpha * sum[i][4 * j], alpha * sum[i][4 * j + 1], alpha * sum[i][4 * j + 2],
                             alpha * sum[i][4 * j + 3]};
        store_neighbours(matrix, four, row_of + 4 * (y + 4 * (i / 4)) + i % 4, col_of + 4 * (x + 8 * j), rows,
                         cols);
      }
    }
    // [store] [change]
  }
}

// [sum] [change]
// Adds up the parts of the tiles that several blocks share. A group of four neighbors belongs to one thread, or to
// `slices` threads: each adds up a slice of the parts, and the first adds up the slices.
template <typename Tile>
__global__ void __launch_bounds__(block_size)
    sum_parts(const float* parts, float* c, unsigned m, unsigned n, matmul::Shares shares, unsigned slices) {
  __shared__ float4 slice_sum[block_size];
  const unsigned groups = block_size / slices;                      // of a block
  const unsigned blocks = Tile::height * Tile::width / 4 / groups;  // of a tile
  const unsigned shared_tile = blockIdx.x / blocks;
  const unsigned group = blockIdx.x % blocks * groups + threadIdx.x % groups;
  const unsigned slice = threadIdx.x / groups;

  const std::uint64_t tile_begin = std::uint64_t{shared_tile} * shares.tile_steps;
  const unsigned first = shares.block_of(tile_begin);
  const unsigned count = shares.block_of(tile_begin + shares.tile_steps - 1) + 1 - first;
  if (count == 1) return;  // no other block has a part of it: it is in C

  const unsigned end = first + count * (slice + 1) / slices;
  float4 sum = {0, 0, 0, 0};
#pragma unroll 4
  for (unsigned block = first + count * slice / slices; block < end; ++block) {
    const float* part = parts + part_offset<Tile>(shares, block, shared_tile);
    matmul::multiply_add(sum, 1, matmul::float4_at(part + 4 * group));
  }
  slice_sum[threadIdx.x] = sum;
  __syncthreads();  // all slices are there
  if (slice > 0) return;
  for (unsigned other = 1; other < slices; ++other) {
    matmul::multiply_add(sum, 1, slice_sum[other * groups + threadIdx.x]);
  }

  const unsigned tile_cols = (n - 1) / Tile::width + 1;
  const unsigned number = shares.whole + shared_tile;
  store_neighbours(c, sum, number / tile_cols * Tile::height + 4 * group / Tile::width,
                   number % tile_cols * Tile::width + 4 * group % Tile::width, m, n);
}
// [sum] [change]

// One of the shapes, with its launches. b: with rows of b_row elements
struct Candidate {
  std::string name;
  matmul::TileShape shape;
  void (*launch)(matmul::Problem& problem, const float* b, unsigned b_row, const matmul::Shares& shares,
                 float* parts);
};

template <typename Tile>
void launch(matmul::Problem& problem, const float* b, unsigned b_row, const matmul::Shares& shares,
            float* parts) {
  const matmul::Shape shape = problem.shape;
  matmul_fitted<Tile><<<shares.blocks, Tile::block_size>>>(problem.a.data(), b, problem.c.data(), shape.m,
                                                           shape.n, shape.k, b_row, 1, shares, parts);
  CUDA_CHECK_LAUNCH();
  if (!matmul::has_parts(shares)) return;
  // Some eight parts a slice: a thread waits once for so many.
  unsigned slices = 1;
  while (slices < 32 && 8 * slices * shares.left < shares.sharers) slices *= 2;
  const unsigned groups = block_size / slices;
  sum_parts<Tile><<<shares.left*(Tile::height * Tile::width / 4 / groups), block_size>>>(
      parts, problem.c.data(), shape.m, shape.n, shares, slices);
  CUDA_CHECK_LAUNCH();
}

template <typename Tile>
Candidate candidate(const std::string& name) {
  const int resident = tutorial::resident_blocks_per_multiprocessor(matmul_fitted<Tile>, Tile::block_size);
  return {name, {Tile::height, Tile::width, Tile::block_size, depth, resident}, launch<Tile>};
}

void run(tutorial::Program& program, const matmul::Options& options, const std::string& tile,
         const std::string& cuts) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const std::int64_t padded = (shape.n + 3) / 4 * 4;
  const bool pads = padded > shape.n && shape.k > 0;
  tutorial::DeviceBuffer<float> padded_b(pads ? static_cast<std::size_t>(shape.k * padded) : 0);

  // [choose] [change]
  std::vector<Candidate> candidates = {
      candidate<Tile<4, 2, 2, 4, 1>>("128x256"), candidate<Tile<2, 2, 4, 2, 2>>("128x128"),
      candidate<Tile<2, 2, 2, 4, 2>>("64x256"),  candidate<Tile<4, 1, 4, 2, 2>>("256x64"),
      candidate<Tile<2, 1, 2, 2, 6>>("64x64"),   candidate<Tile<1, 1, 2, 1, 16>>("32x32")};
  if (tile != "fitted") std::erase_if(candidates, [&](const Candidate& one) { return one.name != tile; });
  std::vector<matmul::TileShape> shapes;
  for (const Candidate& one : candidates) shapes.push_back(one.shape);
  const matmul::Fit fit = matmul::best_fit(shapes, shape.m, shape.n, shape.k, tutorial::multiprocessors());
  const Candidate& chosen = candidates[fit.shape];
  // [choose] [change]
  matmul::Shares shares = fit.shares;
  if (cuts == "anywhere") {
    const unsigned most = shares.left * shares.tile_steps;
    shares.sharers = std::clamp(static_cast<unsigned>(chosen.shape.resident * tutorial::multiprocessors()),
                                std::max(shares.left, 1u), std::max(most, 1u));
    if (shares.whole == 0) shares.blocks = shares.sharers;
  }
  const std::size_t area = static_cast<std::size_t>(chosen.shape.height) * chosen.shape.width;
  tutorial::DeviceBuffer<float> parts(matmul::has_parts(shares) ? 2 * area * shares.sharers : 0);
  const auto multiply = [&] {
    const float* b = problem.b.data();
    if (pads) {
      pad_rows<<<tutorial::blocks_for(shape.k, 1), block_size>>>(b, padded_b.data(), shape.k, shape.n,
                                                                 padded);
      CUDA_CHECK_LAUNCH();
      b = padded_b.data();
    }
    chosen.launch(problem, b, padded, shares, parts.data());
  };
  program.measure(problem.row("tile " + tile), multiply, [&] { return problem.check(multiply); });
  program.note("Tiles of " + chosen.name + ": " + std::to_string(shares.whole) +
               " each by one block, in full rounds; " + std::to_string(shares.left) + " left for " +
               std::to_string(shares.sharers) + " blocks.");
  matmul::measure_cublas(program, problem, problem.matrices());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  std::string tile, cuts;
  matmul::add_options(program, options);
  program.choice("--tile", tile, "rows and columns of C a block; fitted: those with the lowest estimate",
                 {"fitted", "128x256", "128x128", "64x256", "256x64", "64x64", "32x32"});
  program.choice("--cuts", cuts,
                 "where tiles that are shared are cut; anywhere: a share for each block that fits",
                 {"fitted", "anywhere"});
  return program.run(argc, argv, [&] { run(program, options, tile, cuts); });
}
