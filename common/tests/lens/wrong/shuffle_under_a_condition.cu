// Half of the warp shuffles with a full mask while the other half waits at the block's barrier.
// expect-hazard: missing-lanes a
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void half_sum(int* out) {
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) value += __shfl_down_sync(0xffffffffu, value, 8);  // @a
  __syncthreads();
  out[threadIdx.x] = value;
}

int main() {
  int first = 0;
  int* d_out;
  CHECK(cudaMalloc(&d_out, 32 * sizeof(int)));
  half_sum<<<1, 32>>>(d_out);
  CHECK(cudaMemcpy(&first, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return first == 8 ? 0 : 1;
}
