// Each pixel is stored by an atomic exchange, although no other thread touches it.
// says: no other thread touches a pixel
#include "exercise.hpp"

constexpr int side = 16;

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  atomicExch(&out[y * width + x], 255 - in[y * width + x]);
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  invert_kernel<<<grid, block>>>(in, out, width, height);
}
