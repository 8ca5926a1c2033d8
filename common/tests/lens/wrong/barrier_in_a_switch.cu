// The barrier hides in a device function that only one role of a switch calls.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include "../lens_check.hpp"

__device__ void load(int* slots, const int* x) {
  slots[threadIdx.x] = x[threadIdx.x];
  __syncthreads();  // @a
}

__global__ void roles(const int* x, int* sum) {
  __shared__ int slots[32];
  switch (threadIdx.x / 32) {
    case 0: load(slots, x); break;
    default: break;
  }
  __syncthreads();  // @b
  if (threadIdx.x == 32) *sum = slots[0] + slots[31];
}

int main() {
  int sum = -1;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, 32 * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemset(d_x, 0, 32 * sizeof(int)));
  roles<<<1, 96>>>(d_x, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == 0 ? 0 : 1;
}
