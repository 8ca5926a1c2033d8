// Each thread takes each of 1024 locks in turn: its releases know of a thousand others. The lens keeps a limited number of them. Another
// block waits for its TMA copy after that, when the lens no longer follows which thread waits for which.
// expect-exit: 0
#include <sys/resource.h>

#include <cuda/ptx>

#include "../lens_check.hpp"

namespace ptx = cuda::ptx;

constexpr int locks = 1024, threads = 32;

__device__ int first_copied(const int* from) {
  __shared__ alignas(16) int tile[threads];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, sizeof(tile), &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  return tile[0];
}

__global__ void count(int* taken, int* counts, const int* zeros, volatile int* counted) {
  if (blockIdx.x == 1) {
    while (*counted == 0) {
    }
    if (first_copied(zeros) != 0) *counted = -1;
    return;
  }
  for (int i = 0; i < locks; ++i) {
    const int one = (i + 16 * threadIdx.x) % locks;
    while (atomicCAS(&taken[one], 0, 1) != 0) {
    }
    __threadfence();
    counts[one] += 1;
    __threadfence();
    atomicExch(&taken[one], 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) *counted = 1;
}

int main() {
  int *taken, *counts, *zeros, *counted, results[locks];
  CHECK(cudaMalloc(&taken, sizeof(results)));
  CHECK(cudaMalloc(&counts, sizeof(results)));
  CHECK(cudaMalloc(&zeros, threads * sizeof(int)));
  CHECK(cudaMalloc(&counted, sizeof(int)));
  CHECK(cudaMemset(taken, 0, sizeof(results)));
  CHECK(cudaMemset(counts, 0, sizeof(results)));
  CHECK(cudaMemset(zeros, 0, threads * sizeof(int)));
  CHECK(cudaMemset(counted, 0, sizeof(int)));
  count<<<2, threads>>>(taken, counts, zeros, counted);
  CHECK(cudaMemcpy(results, counts, sizeof(results), cudaMemcpyDeviceToHost));
  for (int* each : {taken, counts, zeros, counted}) CHECK(cudaFree(each));
  for (const int result : results)
    if (result != threads) return 1;
  rusage used;
  return getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss < 800 * 1024 ? 0 : 1;
}
