// matmul_clusters: can the parts of a small product be added without a second launch?
// Step     clusters of blocks
// Before   matmul_fitted cuts the sums of a small product along k, so that every SM gets some. The parts go through memory,
//          and a second launch adds them up: it costs microseconds where the whole product takes ten.
// Change   The blocks that share a tile are a cluster: they run at the same time, on SMs that reach each other's shared
//          memory (distributed shared memory). Each block leaves its part in its own, all blocks wait for each other, and
//          each adds up the parts of one slice of the tile, reading them where they are:
//
//              block 0 of the cluster    part 0 | slice 0 of parts 0, 1, 2, 3 -> C
//              block 1                   part 1 | slice 1 of parts 0, 1, 2, 3 -> C
//              block 2                   part 2 | slice 2 ..
//
//          No part goes through memory, and the parts are added in their order: the same bits in every launch. Two tile
//          shapes remain, the small ones with four warps for the smallest products.
// Expect   256x256 takes two kernel starts less one. A stand-alone trial of 15 tiles with 1 to 16 cuts took 5.9, 11.6 and
//          53.1 us at 256, 512 and 1024, back to back, with these tiles, and cuBLAS 12.5, 14.4 and 56.6 in the same run.
//          With the last block of a tile adding its parts, without a cluster, it took 6.4, 13.2 and 59.2.
//          - At 256 x 256 x 256, it is 1.1 to 2.2 times as fast as "cuBLAS" (before measuring).
//          - At 512 x 512 x 512, it is 1.05 to 1.5 times as fast as "cuBLAS" (before measuring).
//          - At 1024 x 1024 x 1024, it is 1 to 1.12 times as fast as "cuBLAS" (before measuring).
//          - At 256 x 256 x 256, it is 1.1 to 2 times as fast as matmul_fitted (before measuring).
// Run      ./tutorial run matmul_clusters -- --m 256 --n 256 --k 256
// See      ./tutorial explain matmul_clusters

#include <cooperative_groups.h>

#include <string>

#include "matmul/cublas_product.hpp"
#include "matmul/four.cuh"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/occupancy.hpp"

constexpr int stages = 3;  // tiles of each factor: one in use, the others in flight

// The tile of a block of 2x2 warps, a warp 4x8 threads, a thread a_groups x b_groups groups of 4x4 elements. A step has
// depth_ terms; an SM must hold `at_a_time` blocks.
template <int groups_, int depth_, int at_a_time_>
struct Tile {
  static constexpr int across = 2;
  static constexpr int groups = groups_;
  static constexpr int depth = depth_;
  static constexpr int height = 2 * 16 * groups;
  static constexpr int width = across * 32 * groups;
  static constexpr int block_size = 128;
  static constexpr int at_a_time = at_a_time_;
};

// C = alpha A B. A tile's k is cut into `cuts` parts, one for each block of a cluster.
template <typename Tile, bool aligned>
__global__ void __launch_bounds__(Tile::block_size, Tile::at_a_time)
    matmul_clusters(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k, float alpha,
                    unsigned cuts) {
  constexpr int groups = Tile::groups;
  constexpr int depth = Tile::depth;
  using Copies = matmul::TileCopies<aligned, Tile::height, Tile::width, depth, Tile::block_size>;
  struct Stages {
    typename Copies::ATile a[stages];
    typename Copies::BTile b[stages];
  };
  union Memory {
    Stages tiles;
    float4 part[Tile::height][Tile::width / 4];  // when the tiles are done with
  };
  __shared__ __align__(16) Memory memory;

  const unsigned tile_cols = (n - 1) / Tile::width + 1;
  const unsigned number = blockIdx.x / cuts;
  const unsigned rank = blockIdx.x % cuts;  // in the cluster
  const unsigned first_row = number / tile_cols * Tile::height;
  const unsigned first_col = number % tile_cols * Tile::width;
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % Tile::across * (8 * groups) + lane / 2 % 8;
  const unsigned y = warp / Tile::across * (4 * groups) + lane / 16 * 2 + lane % 2;

  float4 a_part[2][groups];
  float4 b_part[2][groups];
  const auto load = [&](int set, int stage, int term) {
#pragma unroll
    for (int i = 0; i < groups; ++i) {
      a_part[set][i] = matmul::float4_at(&memory.tiles.a[stage][term][4 * (y + 4 * i)]);
      b_part[set][i] = matmul::float4_at(&memory.tiles.b[stage][term][4 * (x + 8 * i)]);
    }
  };

  const unsigned steps = (k + depth - 1) / depth;
  const unsigned from = steps * rank / cuts;
  const unsigned to = steps * (rank + 1) / cuts;
  Copies copies(a, b, first_row, first_col, m, n, k);
  copies.advance(from);
  for (int stage = 0; stage < stages - 1; ++stage) copies.start(memory.tiles.a[stage], memory.tiles.b[stage]);
  __pipeline_wait_prior(stages - 2);
  __syncthreads();  // the first stage is full
  load(0, 0, 0);

  float sum[4 * groups][4 * groups] = {};
  int stage = 0;
  for (unsigned step = from; step < to; ++step) {
    const int free = stage == 0 ? stages - 1 : stage - 1;
    copies.start(memory.tiles.a[free], memory.tiles.b[free]);
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
      for (int j = 0; j < 4 * groups; ++j) {
        const float b_value = matmul::component(b_part[set][j / 4], j % 4);
#pragma unroll
        for (int walk = 0; walk < 4 * groups; ++walk) {
          const int i = j % 2 == 0 ? walk : 4 * groups - 1 - walk;  // back and forth
          sum[i][j] += matmul::component(a_part[set][i / 4], i % 4) * b_value;
        }
      }
    }
  }

  // [join] [change]
  const auto each_four = [&](auto&& store) {
#pragma unroll
    for (int i = 0; i < 4 * groups; ++i) {
#pragma unroll
      for (int j = 0; j < groups; ++j) {
        store(4 * (y + 4 * (i / 4)) + i % 4, x + 8 * j,
              float4{alpha * sum[i][4 * j], alpha * sum[i][4 * j + 1], alpha * sum[i][4 * j + 2],
                     alpha * sum[i][4 * j + 3]});
      }
    }
  };
  if (cuts == 1) {
    each_four([&](unsigned row, unsigned four, float4 sums) {
      matmul::store_four<aligned>(c, sums, first_row + row, first_col + 4 * four, m, n);
    });
    return;
  }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  __pipeline_wait_prior(0);
  __syncthreads();  // no copy is in flight and no thread loads from the tiles: the part may overwrite them
  each_four([&](unsigned row, unsigned four, float4 sums) { memory.part[row][four] = sums; });
  cluster.sync();  // all parts are there
  constexpr unsigned fours = Tile::height * Tile::width / 4;
  for (unsigned i = rank * fours / cuts + threadIdx.x; i < (rank + 1) * fours / cuts; i += Tile::block_size) {
    float4 total = {0, 0, 0, 0};
#pragma unroll 4
    for (int block = 0; block < static_cast<int>(cuts); ++block) {
      matmul::multiply_add(total, 1, cluster.map_shared_rank(&memory.part[0][0], block)[i]);
    }
    matmul::store_four<aligned>(c, total, first_row + i / (Tile::width / 4),
                                first_col + i % (Tile::width / 4) * 4, m, n);
  }
  cluster.sync();  // no block reads from this one any more: its memory may be released
#endif
  // [join] [change]
}

template <typename Tile>
void run(tutorial::Program& program, const matmul::Options& options, const std::string& cuts_option) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const auto tiles =
      std::int64_t{tutorial::blocks_for(shape.m, Tile::height)} * tutorial::blocks_for(shape.n, Tile::width);
  // [cuts] [change]
  // Up to two blocks per SM, with four steps or more each. Eight blocks per cluster is the portable maximum; a small GPU may hold fewer.
  const bool has_clusters = tutorial::device_attribute(cudaDevAttrClusterLaunch) != 0;
  unsigned cuts = 1;
  while (has_clusters && cuts < 8 && 2 * cuts * tiles <= 2 * tutorial::multiprocessors() &&
         shape.k >= std::int64_t{2 * cuts} * 4 * 16) {
    cuts *= 2;
  }
  // [cuts] [change]
  if (has_clusters && cuts_option != "fitted") cuts = static_cast<unsigned>(cuts_option[0] - '0');
  if (!has_clusters) program.left_out("clusters of blocks", "they need compute capability 9.0");
  const auto kernel = shape.n % 4 == 0 ? matmul_clusters<Tile, true> : matmul_clusters<Tile, false>;
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {cuts, 1, 1};
  cudaLaunchConfig_t launch{};
  launch.gridDim = tutorial::blocks_for(tiles * cuts, 1);
  launch.blockDim = Tile::block_size;
  launch.attrs = &cluster;
  launch.numAttrs = cuts > 1 ? 1 : 0;
  int resident = 1;  // clusters that the device holds at a time
  if (cuts > 1) CUDA_CHECK(cudaOccupancyMaxActiveClusters(&resident, kernel, &launch));
  if (resident == 0) {
    program.left_out("clusters of " + std::to_string(cuts) + " blocks", "this device holds none");
    return;
  }
  const auto multiply = [&] {
    CUDA_CHECK(cudaLaunchKernelEx(&launch, kernel, static_cast<const float*>(problem.a.data()),
                                  static_cast<const float*>(problem.b.data()), problem.c.data(),
                                  static_cast<unsigned>(shape.m), static_cast<unsigned>(shape.n),
                                  static_cast<unsigned>(shape.k), 1.0f, cuts));
  };
  program.measure(problem.row("parts added up in the cluster"), multiply,
                  [&] { return problem.check(multiply); });
  program.note("Tiles of " + std::to_string(Tile::height) + " x " + std::to_string(Tile::width) +
               ", each by " + std::to_string(cuts) + (cuts == 1 ? " block." : " blocks."));
  matmul::measure_cublas(program, problem, problem.matrices());
}

int main(int argc, char** argv) {
  using Small = Tile<1, 16, 6>;
  using Large = Tile<2, 8, 3>;
  tutorial::Program program;
  matmul::Options options;
  std::string tile, cuts;
  matmul::add_options(program, options);
  program.choice("--tile", tile, "rows and columns of C a block; fitted: the large one where there are many",
                 {"fitted", "32x64", "64x128"});
  program.choice("--cuts", cuts, "blocks that share a tile; fitted: as many as multiprocessors want",
                 {"fitted", "1", "2", "4", "8"});
  return program.run(argc, argv, [&] {
    const double tiles = static_cast<double>(options.shape.m) * static_cast<double>(options.shape.n) /
                         (Large::height * Large::width);
    if (tile == "fitted" ? 2 * tiles >= tutorial::multiprocessors() : tile == "64x128") {
      run<Large>(program, options, cuts);
    } else {
      run<Small>(program, options, cuts);
    }
  });
}
