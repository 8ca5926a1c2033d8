// Arrays of float4 on both sides.
#include "exercise.hpp"

template <unsigned N>
struct Micro {
  float v[N][N];
};

__global__ void tr(const float4* in, float4* out, unsigned rows4, unsigned cols4) {
  const unsigned c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows4 || c >= cols4) return;
  float4 a = in[(4 * r + 0) * cols4 + c], b = in[(4 * r + 1) * cols4 + c];
  float4 d = in[(4 * r + 2) * cols4 + c], e = in[(4 * r + 3) * cols4 + c];
  out[(4 * c + 0) * rows4 + r] = make_float4(a.x, b.x, d.x, e.x);
  out[(4 * c + 1) * rows4 + r] = make_float4(a.y, b.y, d.y, e.y);
  out[(4 * c + 2) * rows4 + r] = make_float4(a.z, b.z, d.z, e.z);
  out[(4 * c + 3) * rows4 + r] = make_float4(a.w, b.w, d.w, e.w);
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  dim3 b(8, 16), g((cols / 4 + 7) / 8, (rows / 4 + 15) / 16);
  tr<<<g, b>>>((const float4*)in, (float4*)out, rows / 4, cols / 4);
}
