// Tail lanes return early, and the rest shuffle values out of them: what an absent lane would give is
// undefined.
// expect-hazard: missing-lanes a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void sum(const int* x, int* out, int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  int value = x[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffffu, value, distance);  // @a
  if (threadIdx.x == 0) *out = value;
}

int main() {
  const int n = 20;
  int x[n], out = 0;
  for (int i = 0; i < n; ++i) x[i] = 10;
  int *d_x, *d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  sum<<<1, 32>>>(d_x, d_out, n);
  CHECK(cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return out == 10 * n ? 0 : 1;
}
