// Pixels in a row.
#include "exercise.hpp"

__global__ void invert_kernel(const int* in, int* out, int width, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) out[i] = 255 - in[i];
}

void invert(const int* in, int* out, int width, int height) {
  if (width * height > 0) invert_kernel<<<(width * height + 127) / 128, 128>>>(in, out, width, height);
}
