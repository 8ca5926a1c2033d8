// The kernel reads a text of the host, whose address is an argument.
// says: host-access
#include "exercise.hpp"

constexpr int side = 16;

// `white` is a text of the host, which has no address on the device.
__global__ void invert_kernel(const int* in, int* out, int width, int height, const char* white) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = 5 * (white[0] - '0') + 200 - in[y * width + x];
}

void invert(const int* in, int* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  invert_kernel<<<grid, block>>>(in, out, width, height, ";");
}
