// Pairs of slots far apart are swapped in place: in each step a slot belongs to one pair, and a barrier
// ends the step.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr unsigned n = 128;

__global__ void sort(const float* x, float* y) {
  __shared__ float slots[n];
  const unsigned t = threadIdx.x;
  slots[t] = x[t];
  __syncthreads();
  for (unsigned size = 2; size <= n; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      const unsigned partner = t ^ stride;
      if (partner > t && ((t & size) == 0) == (slots[t] > slots[partner])) {
        const float kept = slots[t];
        slots[t] = slots[partner];
        slots[partner] = kept;
      }
      __syncthreads();
    }
  y[t] = slots[t];
}

int main() {
  std::vector<float> x(n), y(n);
  for (unsigned i = 0; i < n; ++i) x[i] = static_cast<float>(i * 45 % n);
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  sort<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (unsigned i = 0; i < n; ++i) right = right && y[i] == static_cast<float>(i);
  return right ? 0 : 1;
}
