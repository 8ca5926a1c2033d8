// The pitch is in bytes; taken for a number of floats it leads four times too far, past the end.
// expect-hazard: out-of-bounds a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int width = 20, height = 8;

__global__ void number(float* rows, size_t pitch) {
  const int column = threadIdx.x, row = threadIdx.y;
  rows[row * pitch + column] = static_cast<float>(row * width + column);  // @a
}

int main() {
  std::vector<float> out(width * height);
  float* d_rows;
  size_t pitch = 0;
  CHECK(cudaMallocPitch(&d_rows, &pitch, width * sizeof(float), height));  // @b
  CHECK(cudaMemset2D(d_rows, pitch, 0, width * sizeof(float), height));
  number<<<1, dim3(width, height)>>>(d_rows, pitch);
  const size_t row_bytes = width * sizeof(float);
  CHECK(cudaMemcpy2D(out.data(), row_bytes, d_rows, pitch, row_bytes, height, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_rows));
  bool right = true;
  for (int i = 0; i < width * height; ++i) right = right && out[i] == static_cast<float>(i);
  return right ? 0 : 1;
}
