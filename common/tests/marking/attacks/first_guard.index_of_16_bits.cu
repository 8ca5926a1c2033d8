// The index of a pixel overflows in an image of more than 65,536 pixels.
// says: out\[[0-9]+\] (was never written|is)
#include "exercise.hpp"
constexpr int side = 16;

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned short i = static_cast<unsigned short>(y * width + x);
  out[i] = 255 - in[i];
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  invert_kernel<<<dim3((width + side - 1) / side, (height + side - 1) / side), dim3(side, side)>>>(
      in, out, width, height);
}
