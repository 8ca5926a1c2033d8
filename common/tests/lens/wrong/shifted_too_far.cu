// Shifts by the width of the type, and casts of numbers that the type cannot hold: the results are a device's, and not
// those of the host.
// expect-hazard: shift-too-far left
// expect-hazard: shift-too-far right
// expect-hazard: cast-too-large signed
// expect-hazard: cast-too-large negative
// expect-hazard: shift-too-far assigned
// expect-hazard: cast-too-large declared
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void convert(const float* x, unsigned* out) {
  const unsigned n = threadIdx.x;
  out[n] = 1u << n;                                                // @left
  out[n] += 0xffffffffu >> n;                                      // @right
  out[n] += static_cast<unsigned>(static_cast<int>(x[n] * 1e9f));  // @signed
  out[n] += static_cast<unsigned>(-1.0f - x[n]);                   // @negative
  unsigned mask = 0xffu;
  mask <<= n;                     // @assigned
  const int large = x[n] * 1e9f;  // @declared
  out[n] += mask + (large < 0);
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
  return out[40] == 2147483647u ? 0 : 1;
}
