// expect-exit: 1
// expect-stderr: lanes missing at a warp operation
// expect-stderr: threads 0-30 wait at __shfl_down_sync, .*02_missing_lane\.cu:8, for lane 31 of warp 0
#include <cuda_runtime.h>

__global__ void all_but_one(int* out) {
  if (threadIdx.x != 31)
    out[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1, 1);
  else
    __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  all_but_one<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
