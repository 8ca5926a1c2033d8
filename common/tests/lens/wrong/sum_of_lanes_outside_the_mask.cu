// The mask has the 20 lanes that have an element, but the tree of the sum also asks the other 12: what a lane outside the mask would give
// is undefined, and the sum is made of it.
// expect-hazard: missing-lanes a
// expect-words: which the mask 0x000fffff does not name: the value is undefined
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void sum(const float* x, float* out, int n) {
  const unsigned mask = __ballot_sync(0xffffffffu, static_cast<int>(threadIdx.x) < n);
  if (static_cast<int>(threadIdx.x) >= n) return;
  float value = x[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) {
    const float other = __shfl_down_sync(mask, value, distance);  // @a
    value += other;
  }
  if (threadIdx.x == 0) *out = value;
}

int main() {
  const int n = 20;
  float x[n], out = 0;
  for (int i = 0; i < n; ++i) x[i] = 10;
  float *d_x, *d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(float)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  sum<<<1, 32>>>(d_x, d_out, n);
  CHECK(cudaMemcpy(&out, d_out, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return out == 10 * n ? 0 : 1;
}
