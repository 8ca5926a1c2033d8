// Promises the compiler what is false for threads below the image, before it asks: the bounds check may go.
// says: the assertion .* failed
#include "exercise.hpp"

constexpr int side = 16;

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  __builtin_assume(y * width + x < width * height);  // false for the threads below the image
  if (x >= width || y >= height) return;
  out[y * width + x] = 255 - in[y * width + x];
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  invert_kernel<<<dim3((width + side - 1) / side, (height + side - 1) / side), dim3(side, side)>>>(
      in, out, width, height);
}
