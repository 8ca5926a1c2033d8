// Volatile stores that meet atomic operations on one word, rightly: a lock is opened by one while others try to take it, the
// last block resets a counter, and volatile and atomic data are passed on after fences of sufficient scope.
// expect-hazard: none
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void locked(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *total += 1;
  __threadfence();
  *const_cast<volatile int*>(lock) = 0;
}

__global__ void set_back(unsigned* counter, int* total) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, 1);
  __threadfence();
  if (atomicAdd(counter, 1) + 1 == gridDim.x) *const_cast<volatile unsigned*>(counter) = 0;
}

__global__ void message(volatile int* data, int* other, int* flag, int* total) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 1;
    atomicExch(other, 1);
    __threadfence();
    atomicExch(flag, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *total += *data + atomicAdd(other, 0);
  }
}

__global__ void message_in_a_block(int* data, int* flag, int* total) {
  if (blockIdx.x != 0) return;
  if (threadIdx.x == 0) {
    atomicExch(data, 1);
    __threadfence_block();
    atomicExch(flag, 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence_block();
    *total += atomicAdd(data, 0);
  }
}

int main() {
  int all[8] = {};
  int* d_all;
  CHECK(cudaMalloc(&d_all, sizeof all));
  CHECK(cudaMemset(d_all, 0, sizeof all));
  locked<<<4, 32>>>(d_all, d_all + 1);
  set_back<<<4, 32>>>(reinterpret_cast<unsigned*>(d_all + 2), d_all + 1);
  message<<<4, 32>>>(d_all + 3, d_all + 4, d_all + 5, d_all + 1);
  message_in_a_block<<<4, 64>>>(d_all + 6, d_all + 7, d_all + 1);
  CHECK(cudaMemcpy(all, d_all, sizeof all, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_all));
  return all[1] == 11 ? 0 : 1;
}
