// The odd lanes all take the value of lane 0, which is in the other branch and not in their mask: what they get is undefined.
// expect-hazard: missing-lanes a
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void spread(const int* x, int* y) {
  int value = x[threadIdx.x];
  if (threadIdx.x % 2 == 1) value += __shfl_sync(0xaaaaaaaau, value, 0);  // @a
  y[threadIdx.x] = value;
}

int main() {
  int x[32], y[32];
  for (int i = 0; i < 32; ++i) x[i] = 100 + i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  spread<<<1, 32>>>(d_x, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[1] == x[1] + x[0] ? 0 : 1;
}
