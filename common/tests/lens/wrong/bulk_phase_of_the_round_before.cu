// The parity does not change with the rounds: from the second on, no thread waits. The last copy outlives its block.
// expect-hazard: not-waited-for read copy
// expect-hazard: not-waited-for copy
// expect-exit: 3
#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

__global__ void sums(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][64];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  int sum = 0;
  for (unsigned round = 0; round < 4; ++round) {
    if (threadIdx.x == 0) {
      const int* from = in + round * 64;
      constexpr unsigned bytes = sizeof(tile[0]);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[round % 2], from, bytes, &bar);  // @copy
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                     sizeof(tile[0]));
    }
    __syncthreads();
    while (round == 0 && !ptx::mbarrier_try_wait_parity(&bar, 0)) {
    }
    sum += tile[round % 2][threadIdx.x];  // @read
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  int x[256] = {}, *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, 64 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  sums<<<1, 64>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
