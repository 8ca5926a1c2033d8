// Blocks of a cluster share their shared memory: a histogram whose bins are spread over four blocks, a sum of neighbors, and an array
// that each block reads of the next one, with the barrier in one piece and in two.
// expect-exit: 0
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

constexpr int blocks = 8, threads = 64, bins_of_block = 16, bins = 4 * bins_of_block;

__global__ void __cluster_dims__(4, 1, 1) histogram(const int* in, int n, int* out) {
  __shared__ int part[bins_of_block];
  cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < bins_of_block; i += blockDim.x) part[i] = 0;
  cluster.sync();
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    int* bin = cluster.map_shared_rank(part, in[i] / bins_of_block);
    atomicAdd(bin + in[i] % bins_of_block, 1);
  }
  cluster.sync();
  for (unsigned i = threadIdx.x; i < bins_of_block; i += blockDim.x)
    atomicAdd(&out[cluster.block_rank() * bins_of_block + i], part[i]);
}

__global__ void pass_on(const int* in, int* out) {
  extern __shared__ int tile[];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), size = cluster.num_blocks(),
                 i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  const int own = in[i];
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  const int* other = cluster.map_shared_rank(tile, static_cast<int>((rank + 1) % size));
  out[i] = own + other[blockDim.x - 1 - threadIdx.x];
  if (cluster.query_shared_rank(other) != (rank + 1) % size) out[i] = -1;
  cluster.sync();  // no block ends while others read
}

cudaError_t launch_pass_on(const int* in, int* out) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = threads * sizeof(int);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, pass_on, in, out);
}

int main() {
  const int n = blocks * threads;
  int x[n], counts[bins], y[n], *d_x, *d_counts, *d_y, expected[bins] = {};
  for (int i = 0; i < n; ++i) x[i] = i * 7 % bins;
  for (int i = 0; i < n; ++i) ++expected[x[i]];
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMalloc(&d_counts, sizeof(counts)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_counts, 0, sizeof(counts)));
  histogram<<<blocks, threads>>>(d_x, n, d_counts);
  CHECK(cudaGetLastError());
  CHECK(launch_pass_on(d_x, d_y));
  CHECK(cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_counts));
  for (int i = 0; i < bins; ++i)
    if (counts[i] != expected[i]) return 1;
  for (int i = 0; i < n; ++i) {
    const int block = i / threads ^ 1;
    if (y[i] != x[i] + x[block * threads + threads - 1 - i % threads]) return 1;
  }
  return 0;
}
