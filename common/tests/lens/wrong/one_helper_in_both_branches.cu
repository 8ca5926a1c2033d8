// Half of the block calls a helper with a barrier from one branch, half from the other: two barriers, though one line.
// expect-hazard: divergent-barrier a b
// expect-exit: 3
#include "../lens_check.hpp"

__device__ void store_and_wait(int* slots, int value) {
  slots[threadIdx.x] = value;
  __syncthreads();
}

__global__ void fill(int* out) {
  __shared__ int slots[64];
  if (threadIdx.x < 32) {
    store_and_wait(slots, 1);  // @a
    out[threadIdx.x] = slots[63 - threadIdx.x];
  } else {
    store_and_wait(slots, static_cast<int>(threadIdx.x));  // @b
    out[threadIdx.x] = 2 * slots[63 - threadIdx.x];
  }
}

int main() {
  int first = 0;
  int* d_out;
  CHECK(cudaMalloc(&d_out, 64 * sizeof(int)));
  fill<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(&first, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return first == 63 ? 0 : 1;
}
