// A float4 is read at an address that is a multiple of 4 but not of 16 bytes.
// expect-hazard: misaligned a
// expect-exit: 1|3
// needs: GNU
#include "../lens_check.hpp"

__global__ void sum_of_four(const float* x, float* sum) {
  const float4 v = *reinterpret_cast<const float4*>(x + 1);  // @a
  *sum = v.x + v.y + v.z + v.w;
}

int main() {
  const float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float sum = 0;
  float *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_sum, sizeof(float)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  sum_of_four<<<1, 1>>>(d_x, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == 14.0f ? 0 : 1;
}
