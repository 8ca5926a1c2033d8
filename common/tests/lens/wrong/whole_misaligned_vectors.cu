// Rows of 34 floats are read as float4: every second row begins at 8 bytes past a multiple of 16. nvcc loads 16 bytes at once; the host compiler
// may do it in two parts, which are aligned, or fault there.
// expect-hazard: misaligned load
// expect-exit: 1|3
#include "../lens_check.hpp"

constexpr int width = 34, rows = 2;

__global__ void copy_rows(const float* in, float4* out) {
  const float4* const row = reinterpret_cast<const float4*>(in + threadIdx.x * width);
  for (int i = 0; i < width / 4; ++i) {
    const float4 vector = row[i];  // @load
    out[threadIdx.x * (width / 4) + i] = vector;
  }
}

int main() {
  float *in, *out;
  CHECK(cudaMalloc(&in, rows * width * sizeof(float)));
  CHECK(cudaMalloc(&out, rows * 32 * sizeof(float)));
  CHECK(cudaMemset(in, 0, rows * width * sizeof(float)));
  copy_rows<<<1, rows>>>(in, reinterpret_cast<float4*>(out));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return 0;
}
