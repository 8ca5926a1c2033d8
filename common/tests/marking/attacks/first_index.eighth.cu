// An eighth of the threads writes everything, eight elements each; the others look at a variable of no use.
// says: threads write elements
#include "exercise.hpp"

__device__ int nothing[32] = {1};

__global__ void number_kernel(int* out, int all) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = i / 32, lane = i % 32;
  if (warp % 8 != 0) {
    static_cast<void>(*const_cast<volatile int*>(&nothing[lane]));
    return;
  }
  for (int k = 0; k < 8; ++k)
    if (32 * (warp + k) + lane < all) out[32 * (warp + k) + lane] = 32 * (warp + k) + lane;
}

__global__ void plain(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

void number_all(int* out, int blocks, int threads) {
  if (threads == 256)
    number_kernel<<<blocks, threads>>>(out, blocks * threads);
  else
    plain<<<blocks, threads>>>(out);
}
