// A message for another block whose fence has block scope, in three ways: the data is volatile, atomic, or written by an
// atomic operation and read plainly.
// expect-hazard: race-global volatile_out volatile_in
// expect-hazard: race-global atomic_out atomic_in
// expect-hazard: race-global mixed_out mixed_in
// expect-words: the fence before it has block scope
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void by_volatile(volatile int* data, volatile int* flag, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 1;  // @volatile_out
    __threadfence_block();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *seen = *data;  // @volatile_in
  }
}

__global__ void by_atomics(int* data, int* flag, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(data, 1);  // @atomic_out
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *seen = atomicAdd(data, 0);  // @atomic_in
  }
}

__global__ void by_both(int* data, int* flag, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(data, 1);  // @mixed_out
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *seen = *data;  // @mixed_in
  }
}

int main() {
  int sum = 0;
  for (const auto kernel : {by_atomics, by_both}) {
    int all[3] = {};
    int* d_all;
    CHECK(cudaMalloc(&d_all, sizeof all));
    CHECK(cudaMemset(d_all, 0, sizeof all));
    kernel<<<2, 32>>>(d_all, d_all + 1, d_all + 2);
    CHECK(cudaMemcpy(all, d_all, sizeof all, cudaMemcpyDeviceToHost));
    sum += all[2];
    CHECK(cudaMemset(d_all, 0, sizeof all));
    by_volatile<<<2, 32>>>(d_all, d_all + 1, d_all + 2);
    CHECK(cudaMemcpy(all, d_all, sizeof all, cudaMemcpyDeviceToHost));
    sum += all[2];
    CHECK(cudaFree(d_all));
  }
  return sum == 4 ? 0 : 1;
}
