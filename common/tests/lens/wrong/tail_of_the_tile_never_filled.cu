// The tail block fills only a part of its tile and then folds all of it.
// expect-hazard: uninitialized-shared a
// allow-hazard: uninitialized-shared b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void sums(const float* x, float* parts, int n) {
  __shared__ float tile[threads];
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];  // @a
    __syncthreads();
  }
  if (threadIdx.x == 0) parts[blockIdx.x] = tile[0];  // @b
}

int main() {
  const int n = 100;
  const std::vector<float> x(n, 1.0f);
  float parts[2];
  float *d_x, *d_parts;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_parts, sizeof(parts)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  sums<<<2, threads>>>(d_x, d_parts, n);
  CHECK(cudaMemcpy(parts, d_parts, sizeof(parts), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_parts));
  return parts[0] + parts[1] == 100.0f ? 0 : 1;
}
