// Each thread takes each of 1024 locks in turn: its releases know of a thousand others. What the lens keeps of them has a limit.
// expect-exit: 0
#include <sys/resource.h>

#include "../lens_check.hpp"

constexpr int locks = 1024, threads = 64, rounds = 1;

__global__ void count(int* taken, int* counts) {
  for (int i = 0; i < rounds * locks; ++i) {
    const int one = (i + 16 * threadIdx.x) % locks;
    while (atomicCAS(&taken[one], 0, 1) != 0) {
    }
    __threadfence();
    counts[one] += 1;
    __threadfence();
    atomicExch(&taken[one], 0);
  }
}

int main() {
  int *taken, *counts, results[locks];
  CHECK(cudaMalloc(&taken, sizeof(results)));
  CHECK(cudaMalloc(&counts, sizeof(results)));
  CHECK(cudaMemset(taken, 0, sizeof(results)));
  CHECK(cudaMemset(counts, 0, sizeof(results)));
  count<<<1, threads>>>(taken, counts);
  CHECK(cudaMemcpy(results, counts, sizeof(results), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(taken));
  CHECK(cudaFree(counts));
  for (const int result : results)
    if (result != rounds * threads) return 1;
  rusage used;
  return getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss < 800 * 1024 ? 0 : 1;
}
