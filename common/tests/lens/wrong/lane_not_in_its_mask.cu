// All lanes shuffle with the mask of the lower half: the upper lanes are not in the mask that they pass.
// expect-hazard: missing-lanes a
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void broadcast(const int* x, int* y) {
  y[threadIdx.x] = __shfl_sync(0x0000ffffu, x[threadIdx.x], 3);  // @a
}

int main() {
  int x[32], y[32];
  for (int i = 0; i < 32; ++i) x[i] = i + 1;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  broadcast<<<1, 32>>>(d_x, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[31] == 4 ? 0 : 1;
}
