// Folding marks of an editor, a feature test, and a static assertion.
#pragma once
#include "exercise.hpp"

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L
#define INTEGRAL     \
  template <class I> \
  requires(static_cast<I>(1) / 2 == 0)
#else
#define INTEGRAL template <class I>
#endif

#pragma region device
INTEGRAL __device__ bool inside(I v, I end) { return v >= 0 && v < end; }

__global__ void negative(const int* in, int* out, int w, int h) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (!inside(x, w)) return;
  if (!inside(y, h)) return;
  out[x + w * y] = 255 - in[x + w * y];
}
#pragma endregion

#pragma region host
void invert(const int* in, int* out, int width, int height) {
  static_assert(sizeof(int) == 4, "pixels of four bytes");
  if (width * height == 0) return;
  const dim3 block(32, 4), grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  negative<<<grid, block>>>(in, out, width, height);
}
#pragma endregion
