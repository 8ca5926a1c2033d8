// Each thread keeps the address of its own local variables in shared memory, between barriers and in calls, and reads them there.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ __noinline__ int sum_of(const int* values, int n) {
  return n == 0 ? 0 : values[n - 1] + sum_of(values, n - 1);
}

__global__ void sums(int* out) {
  __shared__ int* own[64];
  const int i = static_cast<int>(threadIdx.x);
  int local[8];
  own[i] = local;
  for (int k = 0; k < 8; ++k) {
    own[i][k] = i + k;
    __syncthreads();
  }
  out[i] = sum_of(own[i], 8) + __shfl_sync(0xffffffffu, local[i % 8], 3);
}

int main() {
  int out[64];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  sums<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[5] == 8 * 5 + 28 + 6 && out[40] == 8 * 40 + 28 + 38 ? 0 : 1;
}
