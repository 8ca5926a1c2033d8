// The recorded size of launches does not depend on how much of them was watched.
#include "tests/lens/counters/counted_runs.hpp"

namespace {

__global__ void with_shared(int* out) {
  __shared__ int cache[64];
  __shared__ double sum[2];
  extern __shared__ int more[];
  cache[threadIdx.x] = 1;
  if (threadIdx.x < 2) sum[threadIdx.x] = 1;
  more[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      cache[threadIdx.x] + more[threadIdx.x] + static_cast<int>(sum[0]);
}

__global__ void without_shared(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

}  // namespace

TEST_CASE("threads are summed over launches, shared memory is that of the largest block") {
  const Device<int> out;
  with_shared<<<2, 32, 128>>>(out);
  with_shared<<<3, 64, 256>>>(out);
  without_shared<<<dim3(2, 2), dim3(8, 4)>>>(out);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(results_of("with_shared").threads == 2 * 32 + 3 * 64);
  CHECK(results_of("with_shared").shared_bytes == 64 * 4 + 2 * 8 + 256);
  CHECK(results_of("without_shared").threads == 4 * 32);
  CHECK(results_of("without_shared").shared_bytes == 0);
}
