#include "tests/lens/counters/counted_runs.hpp"

namespace {

constexpr int n = 128;
const dim3 grid(n / 32, n / 32), block(32, 32);
constexpr std::uint64_t warps = n * n / 32;

__global__ void strided_read(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[y * n + x] = in[x * n + y];
}

__global__ void strided_write(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

template <typename T, int padding>
__global__ void by_tile(const T* in, T* out) {
  __shared__ T tile[32][32 + padding];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}

template <int padding>
__global__ void by_small_tile(const float* in, float* out) {
  __shared__ float tile[16][16 + padding];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x];
  __syncthreads();
  out[(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x] = tile[x][y];
}

}  // namespace

TEST_CASE("strided read: 32 sectors a load, 4 a store") {
  const Device<float> in, out;
  strided_read<<<grid, block>>>(in, out);
  CHECK(global_loads("strided_read").requests == warps);
  CHECK(sectors(global_loads("strided_read")) == 32);
  CHECK(global_loads("strided_read").ideal_sectors == 4 * warps);
  CHECK(global_stores("strided_read").requests == warps);
  CHECK(sectors(global_stores("strided_read")) == 4);
}

TEST_CASE("strided write: 4 sectors a load, 32 a store") {
  const Device<float> in, out;
  strided_write<<<grid, block>>>(in, out);
  CHECK(sectors(global_loads("strided_write")) == 4);
  CHECK(sectors(global_stores("strided_write")) == 32);
}

TEST_CASE("tile without padding: 4 and 4 sectors, the column read has a 32-way conflict") {
  const Device<float> in, out;
  by_tile<float, 0><<<grid, block>>>(in, out);
  const char* kernel = "by_tile<float, 0>";
  CHECK(sectors(global_loads(kernel)) == 4);
  CHECK(sectors(global_stores(kernel)) == 4);
  CHECK(shared_stores(kernel).conflict_degree == 1);
  CHECK(shared_stores(kernel).wavefronts == warps);
  CHECK(shared_loads(kernel).conflict_degree == 32);
  CHECK(shared_loads(kernel).wavefronts == 32 * warps);
  CHECK(shared_loads(kernel).ideal_wavefronts == warps);
  CHECK(results_of(kernel).barriers == grid.x * grid.y);
}

TEST_CASE("tile with a padded row: 4 and 4 sectors, no conflict") {
  const Device<float> in, out;
  by_tile<float, 1><<<grid, block>>>(in, out);
  const char* kernel = "by_tile<float, 1>";
  CHECK(sectors(global_loads(kernel)) == 4);
  CHECK(sectors(global_stores(kernel)) == 4);
  CHECK(shared_loads(kernel).conflict_degree == 1);
  CHECK(shared_loads(kernel).wavefronts == warps);
}

TEST_CASE("double: 8 sectors, 16-way conflict in each half of a warp; padded none") {
  const Device<double> in, out;
  by_tile<double, 0><<<grid, block>>>(in, out);
  CHECK(sectors(global_loads("by_tile<double, 0>")) == 8);
  CHECK(shared_loads("by_tile<double, 0>").conflict_degree == 16);
  CHECK(shared_loads("by_tile<double, 0>").wavefronts == 32 * warps);
  CHECK(shared_loads("by_tile<double, 0>").wide_requests == warps);
  by_tile<double, 1><<<grid, block>>>(in, out);
  CHECK(shared_loads("by_tile<double, 1>").conflict_degree == 1);
  CHECK(shared_loads("by_tile<double, 1>").wavefronts == 2 * warps);
}

TEST_CASE("tile of 16 x 16: 8-way, padded 2-way") {
  const Device<float> in, out;
  const dim3 small_grid(n / 16, n / 16), small_block(16, 16);
  by_small_tile<0><<<small_grid, small_block>>>(in, out);
  CHECK(shared_loads("by_small_tile<0>").conflict_degree == 8);
  by_small_tile<1><<<small_grid, small_block>>>(in, out);
  CHECK(shared_loads("by_small_tile<1>").conflict_degree == 2);
}
