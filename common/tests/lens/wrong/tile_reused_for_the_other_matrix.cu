// One tile serves two matrices in turn; the barrier before the second filling is missing.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-warp a b
// allow-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 16;

__global__ void transpose_sum(const float* x, const float* y, float* out) {
  __shared__ float tile[side][side + 1];
  const int column = threadIdx.x, row = threadIdx.y, i = row * side + column;
  tile[row][column] = x[i];
  __syncthreads();
  const float from_x = tile[column][row];  // @a
  tile[row][column] = y[i];                // @b
  __syncthreads();
  out[i] = from_x + tile[column][row];
}

int main() {
  const int n = side * side;
  std::vector<float> x(n), y(n), out(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = static_cast<float>(1000 * i);
  }
  float *d_x, *d_y, *d_out;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMalloc(&d_out, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  transpose_sum<<<1, dim3(side, side)>>>(d_x, d_y, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const int mirrored = i % side * side + i / side;
    right = right && out[i] == x[mirrored] + y[mirrored];
  }
  return right ? 0 : 1;
}
