// Shifts by less than the width, of wide types too, guarded ones, and casts that fit, or saturate by an intrinsic, or to a byte.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void convert(const float* x, unsigned* out) {
  const unsigned n = threadIdx.x;
  unsigned sum = n < 32 ? 1u << n : 0u;
  sum += static_cast<unsigned>((1ull << n) >> 32);
  sum += static_cast<unsigned>(-1 >> (n & 31));
  sum += static_cast<unsigned>(__float2int_rz(x[n] * 1e9f));
  sum += static_cast<unsigned>(static_cast<int>(-x[n]));
  sum += static_cast<unsigned char>(x[n] * 4.0f);
  out[n] = sum;
}

int main() {
  const int n = 64;
  float x[n];
  unsigned out[n];
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float* d_x;
  unsigned* d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  convert<<<1, n>>>(d_x, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return out[1] == 2u - 1u + 1000000000u - 1u + 4u && out[40] == 256u - 1u + 2147483647u - 40u + 160u ? 0 : 1;
}
