// Weights in constant memory.
#include <array>
#include "exercise.hpp"

__constant__ float c_weights[2 * radius + 1];

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float t[block_size + 2 * radius];
  const int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + radius;
  t[l] = g < (int)count ? in[g] : 0.f;
  if (threadIdx.x < radius) {
    t[l - radius] = g >= radius && g - radius < (int)count ? in[g - radius] : 0.f;
    t[l + block_size] = g + block_size < count ? in[g + block_size] : 0.f;
  }
  __syncthreads();
  if (g >= (int)count) return;
  float sum = 0;
  for (int o = -radius; o <= radius; o++) sum += c_weights[o + radius] * t[l + o];
  out[g] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  std::array<float, 2 * radius + 1> h{};
  for (int o = -radius; o <= radius; ++o) h[o + radius] = weight(o);
  cudaMemcpyToSymbol(c_weights, h.data(), sizeof h);
  smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
