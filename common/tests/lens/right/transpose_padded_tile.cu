// The tile has a column that is never written or read, and its tail blocks leave parts of it unset: none of
// it is used.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 16;

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[side][side + 1];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  const int to_x = blockIdx.y * side + threadIdx.x, to_y = blockIdx.x * side + threadIdx.y;
  if (to_x < height && to_y < width) out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 37, height = 21;
  std::vector<float> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = static_cast<float>(i);
  float *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, in.size() * sizeof(float)));
  CHECK(cudaMalloc(&d_out, in.size() * sizeof(float)));
  CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  transpose<<<dim3(3, 2), dim3(side, side)>>>(d_in, d_out, width, height);
  CHECK(cudaMemcpy(out.data(), d_out, in.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) right = right && out[x * height + y] == in[y * width + x];
  return right ? 0 : 1;
}
