// Rows are a pitch apart, and the padding between the end of a row and the start of the next is never accessed.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int width = 33, height = 9;

__global__ void add_left(const float* in, float* out, size_t pitch) {
  const int x = threadIdx.x, y = blockIdx.x;
  const float* row = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + y * pitch);
  float* to = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + y * pitch);
  to[x] = row[x] + (x > 0 ? row[x - 1] : 0.0f);
}

int main() {
  std::vector<float> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = static_cast<float>(i % 10);
  float *d_in, *d_out;
  size_t pitch = 0;
  const size_t row_bytes = width * sizeof(float);
  CHECK(cudaMallocPitch(&d_in, &pitch, row_bytes, height));
  CHECK(cudaMallocPitch(&d_out, &pitch, row_bytes, height));
  CHECK(cudaMemcpy2D(d_in, pitch, in.data(), row_bytes, row_bytes, height, cudaMemcpyHostToDevice));
  add_left<<<height, width>>>(d_in, d_out, pitch);
  CHECK(cudaMemcpy2D(out.data(), row_bytes, d_out, pitch, row_bytes, height, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < width * height; ++i)
    right = right && out[i] == in[i] + (i % width > 0 ? in[i - 1] : 0.0f);
  return right ? 0 : 1;
}
