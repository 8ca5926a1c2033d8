// Two sums whose lanes ask others outside the mask and ignore what they get: a tree that adds only the lanes that have an element, and one
// of the lower half warp, in which only lanes whose sum nobody asks for add something undefined.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void sums(const float* x, float* out, int n) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, lane < n);
  if (lane < n) {
    float value = x[lane];
    for (int distance = 16; distance > 0; distance /= 2) {
      const float other = __shfl_down_sync(mask, value, distance);
      if (lane + distance < n) value += other;
    }
    if (lane == 0) out[0] = value;
  }
  if (lane < 16) {
    float value = x[lane];
    for (int distance = 8; distance > 0; distance /= 2)
      value += __shfl_down_sync(0x0000ffffu, value, distance);
    if (lane == 0) out[1] = value;
  }
}

int main() {
  float x[32], out[2] = {};
  for (int i = 0; i < 32; ++i) x[i] = 1 + i % 4;
  float *d_x, *d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  bool right = true;
  for (int n = 1; n <= 32; ++n) {
    sums<<<1, 32>>>(d_x, d_out, n);
    CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i];
    right = right && out[0] == sum && out[1] == 40;
  }
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return right ? 0 : 1;
}
