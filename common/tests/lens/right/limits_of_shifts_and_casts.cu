// Shifts by 31, casts of the largest and the lowest number that fit, and divisions that are guarded: nothing is undefined.
// expect-exit: 0
#include "../lens_check.hpp"

#include <climits>

__global__ void convert(const float* x, int n, int* out) {
  int value = x[0];
  out[0] = value;
  out[1] = (int)x[1];
  out[2] = static_cast<int>(1u << (n - 1));
  unsigned bits = 0x80000000u;
  bits >>= n - 1;
  out[3] = static_cast<int>(bits);
  out[4] = static_cast<int>(static_cast<unsigned>(x[2]));
  const int divisor = n - 32;
  out[5] = divisor != 0 ? n / divisor : 7;
}

int main() {
  const float x[] = {-2147483648.0f, 2147483520.0f, -0.75f};
  int out[6];
  float* d_x;
  int* d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  convert<<<1, 1>>>(d_x, 32, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  const int expected[] = {INT_MIN, 2147483520, INT_MIN, 1, 0, 7};
  for (int i = 0; i < 6; ++i)
    if (out[i] != expected[i]) return 1;
  return 0;
}
