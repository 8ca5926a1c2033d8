// Shifts by the width of the type, and casts of numbers that the type cannot hold: the results are a device's, and not
// those of the host.
// expect-hazard: shift-too-far left
// expect-hazard: shift-too-far right
// expect-hazard: cast-too-large signed
// expect-hazard: cast-too-large negative
// expect-hazard: shift-too-far assigned
// expect-hazard: cast-too-large declared
// expect-hazard: cast-too-large template
// expect-hazard: cast-too-large call
// expect-hazard: cast-too-large member
// expect-hazard: shift-too-far bits
// expect-exit: 3
#include "../lens_check.hpp"

struct Packed {
  unsigned bits : 20;
  long long wide;
};

template <class T>
__device__ T whole(float x) {
  return static_cast<T>(x);  // @template
}

/// 0 if all values are a device's.
__device__ unsigned others(float x, unsigned n) {
  if (n < 40) return 0;
  Packed packed = {1, 0};
  packed.bits <<= n;         // @bits
  packed.wide = x * -1e30f;  // @member
  const bool right = packed.bits == 0 && packed.wide == -0x7fffffffffffffff - 1 &&
                     whole<unsigned>(x * 1e9f) == 0xffffffffu && whole<float>(x) == x &&
                     int(x * 1e9f) == 0x7fffffff;  // @call
  return right ? 0 : 1;
}

__global__ void convert(const float* x, unsigned* out) {
  const unsigned n = threadIdx.x;
  out[n] = 1u << n;                                                // @left
  out[n] += 0xffffffffu >> n;                                      // @right
  out[n] += static_cast<unsigned>(static_cast<int>(x[n] * 1e9f));  // @signed
  out[n] += static_cast<unsigned>(-1.0f - x[n]);                   // @negative
  unsigned mask = 0xffu;
  mask <<= n;                     // @assigned
  const int large = x[n] * 1e9f;  // @declared
  out[n] += mask + (large < 0) + others(x[n], n);
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
