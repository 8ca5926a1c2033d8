#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace cg = cooperative_groups;

namespace {

__global__ void __cluster_dims__(2, 3, 1) tell_places(int* ranks, int* indices) {
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x != 0) return;
  ranks[block] = static_cast<int>(cluster.block_rank());
  const dim3 inside = cluster.block_index(), size = cluster.dim_blocks();
  indices[block] = static_cast<int>(inside.y * size.x + inside.x);
  if (cluster.num_blocks() != 6 || cluster.num_threads() != 6 * blockDim.x) indices[block] = -1;
  if (cluster.thread_rank() != cluster.block_rank() * blockDim.x) indices[block] = -2;
}

template <int Size>
__global__ void __cluster_dims__(Size) sum_of_cluster(int* sums) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&sum, 0), static_cast<int>(blockIdx.x + 1));
  cluster.sync();
  if (cluster.thread_rank() == 0) sums[blockIdx.x / Size] = sum;
}

__global__ void size_of_cluster(int* sizes) {
  cg::this_cluster().sync();
  sizes[blockIdx.x] = static_cast<int>(cg::this_cluster().num_blocks());
}

/// Rounds of a ring: each block hands its number on, with the barrier in two pieces.
__global__ void pass_round(int* out) {
  __shared__ int held[2];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned size = cluster.num_blocks();
  const int next = static_cast<int>((cluster.block_rank() + 1) % size);
  if (threadIdx.x == 0) held[0] = static_cast<int>(blockIdx.x);
  cluster.sync();
  for (unsigned round = 0; round < size; ++round) {
    if (threadIdx.x == 0) *cluster.map_shared_rank(&held[(round + 1) % 2], next) = held[round % 2];
    cluster.barrier_arrive();
    cluster.barrier_wait();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = held[size % 2];
}

__global__ void __cluster_dims__(2) some_end_early(int* out) {
  __shared__ int value;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) value = static_cast<int>(blockIdx.x) + 1;
  if (threadIdx.x >= 32) return;
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = *cluster.map_shared_rank(&value, static_cast<int>(cluster.block_rank() ^ 1));
  cluster.sync();
}

__global__ void __cluster_dims__(2) outside_the_cluster(int* out) {
  __shared__ int value;
  out[blockIdx.x] = *cg::this_cluster().map_shared_rank(&value, 2);
}

__global__ void __cluster_dims__(2) waits_without_arriving() { cg::this_cluster().barrier_wait(); }

struct ClusterLaunch {
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = {};

  ClusterLaunch(unsigned blocks, unsigned threads, unsigned cluster, bool cooperative = false) {
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = cluster;
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = cooperative;
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = attributes;
    config.numAttrs = 2;
  }
};

}  // namespace

TEST_CASE("blocks know their rank in the cluster") {
  constexpr int width = 4, height = 6;
  Managed<int> ranks(width * height, -9), indices(width * height, -9);
  tell_places<<<dim3(width, height), 2>>>(ranks.get(), indices.get());
  REQUIRE(cudaGetLastError() == cudaSuccess);
  for (int i = 0; i < width * height; ++i) {
    const int expected = i / width % 3 * 2 + i % width % 2;
    CHECK(ranks[i] == expected);
    CHECK(indices[i] == expected);
  }
}

TEST_CASE("a kernel says how large its clusters are, in a template too") {
  for (const char* seed : {"0", "1", "7", "-7"}) {
    const Environment order("CUDASIM_SEED", seed);
    Managed<int> sums(40);
    sum_of_cluster<4><<<160, 64>>>(sums.get());
    REQUIRE(cudaGetLastError() == cudaSuccess);
    for (int i = 0; i < 40; ++i) CHECK(sums[i] == 64 * (4 * (4 * i) + 10));
  }
}

TEST_CASE("a launch says how large its clusters are") {
  Managed<int> sizes(6);
  ClusterLaunch launch(6, 32, 3);
  CHECK(cudaLaunchKernelEx(&launch.config, size_of_cluster, sizes.get()) == cudaSuccess);
  for (int size : sizes) CHECK(size == 3);
  size_of_cluster<<<6, 32>>>(sizes.get());
  for (int size : sizes) CHECK(size == 1);
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, size_of_cluster, &launch.config) == cudaSuccess);
  CHECK(clusters > 0);
  CHECK(cudaOccupancyMaxPotentialClusterSize(&clusters, size_of_cluster, &launch.config) == cudaSuccess);
  CHECK(clusters == 8);
}

TEST_CASE("blocks of a cluster wait for each other in every round") {
  for (bool cooperative : {false, true}) {
    Managed<int> out(8, -1);
    ClusterLaunch launch(8, 64, 4, cooperative);
    CHECK(cudaLaunchKernelEx(&launch.config, pass_round, out.get()) == cudaSuccess);
    for (int i = 0; i < 8; ++i) CHECK(out[i] == i);
  }
}

TEST_CASE("a barrier does not wait for threads that have exited") {
  Managed<int> out(2);
  some_end_early<<<2, 64>>>(out.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 2);
  CHECK(out[1] == 1);
}

TEST_CASE("a grid is made of whole clusters of at most 8 blocks, 16 where that is allowed") {
  Managed<int> out(64);
  sum_of_cluster<4><<<6, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
  sum_of_cluster<16><<<32, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
  REQUIRE(cudaFuncSetAttribute(sum_of_cluster<16>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) ==
          cudaSuccess);
  sum_of_cluster<16><<<32, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(out[0] == 32 * 136);
  ClusterLaunch launch(8, 32, 2);
  CHECK(cudaLaunchKernelEx(&launch.config, sum_of_cluster<4>, out.get()) == cudaErrorInvalidClusterSize);
  ClusterLaunch none(8, 32, 0);
  CHECK(cudaLaunchKernelEx(&none.config, size_of_cluster, out.get()) == cudaErrorInvalidClusterSize);
  cudaGetLastError();
}

TEST_CASE("an access to a block that the cluster does not have is reported") {
  Managed<int> out(2);
  std::string text = standard_error_of([&] { outside_the_cluster<<<2, 1>>>(out.get()); });
  CHECK(contains(text, "there is no block 2 in a cluster of 2"));
  cudaDeviceReset();
  text = standard_error_of([] { waits_without_arriving<<<2, 1>>>(); });
  CHECK(contains(text, "without having arrived"));
  cudaDeviceReset();
}
