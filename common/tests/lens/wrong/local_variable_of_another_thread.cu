// A thread puts the address of its local variable into shared memory, and the others read and write it.
// expect-hazard: foreign-local read
// expect-hazard: foreign-local write
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void spread(int* out) {
  __shared__ int* of_first;
  int local[4] = {7, 8, 9, 0};
  if (threadIdx.x == 0) of_first = local;
  __syncthreads();
  out[threadIdx.x] = of_first[threadIdx.x % 3];  // @read
  if (threadIdx.x == 40) of_first[3] = 5;        // @write
  __syncthreads();
  if (threadIdx.x == 0) out[0] += local[3];
}

int main() {
  int out[64];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  spread<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 12 && out[1] == 8 && out[2] == 9 ? 0 : 1;
}
