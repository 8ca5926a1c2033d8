// Threads outside the image return, and the rest of their 2-D block meets at a barrier in a template.
// expect-hazard: early-exit-barrier a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 8;

template <class T>
__device__ T mirrored(T value, int width) {
  __shared__ T tile[side][side];
  tile[threadIdx.y][threadIdx.x] = value;
  __syncthreads();  // @a
  const int in_tile = min(side, width - static_cast<int>(blockIdx.x) * side);
  return tile[threadIdx.y][in_tile - 1 - threadIdx.x];
}

__global__ void mirror_tiles(const float* x, float* y, int width, int height) {
  const int column = blockIdx.x * side + threadIdx.x, row = blockIdx.y * side + threadIdx.y;
  if (column >= width || row >= height) return;
  y[row * width + column] = mirrored(x[row * width + column], width);
}

int main() {
  const int width = 12, height = 10;
  std::vector<float> x(width * height), y(width * height);
  for (int i = 0; i < width * height; ++i) x[i] = static_cast<float>(i);
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, x.size() * sizeof(float)));
  CHECK(cudaMalloc(&d_y, x.size() * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
  mirror_tiles<<<dim3(2, 2), dim3(side, side)>>>(d_x, d_y, width, height);
  CHECK(cudaMemcpy(y.data(), d_y, x.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[0] == x[7] && y[8] == x[11] && y[width * height - 1] == x[width * height - 4] ? 0 : 1;
}
