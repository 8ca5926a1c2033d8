// The warps of all blocks share a record of 32 words under a lock. One lane takes it and tells the others by a shuffle, so that a waiting warp
// meets again and again in that shuffle while another warp of its block holds the lock.
// expect-exit: 0
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

/// The fences of all lanes may come before the lanes meet, or that of the lane which gives the lock back after it.
__device__ void release(unsigned* lock, int lane, bool fence_first) {
  if (fence_first) __threadfence();
  __syncwarp();
  if (!fence_first && lane == 1) __threadfence();
  if (lane == 1) atomicAnd(lock, 0x7fffffffu);
}

__global__ void add(unsigned* lock, int* record) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  for (int i = 0; i < 3; ++i) {
    acquire(lock, lane);
    record[lane] += lane + 1;
    release(lock, lane, i % 2 == 0);
  }
}

int main() {
  unsigned* d_lock;
  int *d_record, record[32];
  CHECK(cudaMalloc(&d_lock, sizeof(unsigned)));
  CHECK(cudaMalloc(&d_record, sizeof record));
  CHECK(cudaMemset(d_lock, 0, sizeof(unsigned)));
  CHECK(cudaMemset(d_record, 0, sizeof record));
  add<<<blocks, 32 * warps>>>(d_lock, d_record);
  CHECK(cudaMemcpy(record, d_record, sizeof record, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_lock));
  CHECK(cudaFree(d_record));
  for (int i = 0; i < 32; ++i)
    if (record[i] != 3 * blocks * warps * (i + 1)) return 1;
  return 0;
}
