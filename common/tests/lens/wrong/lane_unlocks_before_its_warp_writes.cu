// The warps of all blocks share a record of 32 words under a lock that one lane takes and gives back. It gives it back without waiting for the
// other lanes of its warp, which may not have written yet: since Volta they need not run in step.
// expect-hazard: race-global a a
// expect-exit: 3
#include "../lens_check.hpp"

constexpr int warps = 4, blocks = 3;

__device__ void acquire(unsigned* lock, int lane) {
  bool is_locked = true;
  while (is_locked) {
    if (lane == 1) is_locked = (atomicOr(lock, 0x80000000u) & 0x80000000u) != 0;
    is_locked = __shfl_sync(0xffffffffu, is_locked, 1);
  }
  __threadfence();
  __syncwarp();
}

__device__ void release(unsigned* lock, int lane) {
  __threadfence();
  if (lane == 1) atomicAnd(lock, 0x7fffffffu);
}

__global__ void add(unsigned* lock, int* record) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int i = 0; i < 3; ++i) {
    acquire(lock, lane);
    record[lane] += lane + 1;  // @a
    release(lock, lane);
  }
}

int main() {
  unsigned* d_lock;
  int* d_record;
  CHECK(cudaMalloc(&d_lock, sizeof(unsigned)));
  CHECK(cudaMalloc(&d_record, 32 * sizeof(int)));
  CHECK(cudaMemset(d_lock, 0, sizeof(unsigned)));
  CHECK(cudaMemset(d_record, 0, 32 * sizeof(int)));
  add<<<blocks, 32 * warps>>>(d_lock, d_record);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_lock));
  CHECK(cudaFree(d_record));
  return 0;
}
