// The transposed matrix has rows of `height` elements; indexed with `width` it runs past its end.
// expect-hazard: out-of-bounds a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int width = 24, height = 10;

__global__ void transpose(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * width + y] = in[y * width + x];  // @a
}

int main() {
  std::vector<int> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_out, in.size() * sizeof(int)));  // @b
  CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_out, 0, in.size() * sizeof(int)));
  transpose<<<dim3(3, 2), dim3(8, 8)>>>(d_in, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, in.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) right = right && out[x * height + y] == in[y * width + x];
  return right ? 0 : 1;
}
