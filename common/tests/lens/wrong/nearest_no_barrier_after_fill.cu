// Blocked nearest neighbor without the barrier after the tile is filled: points are read before they are
// there.
// expect-hazard: race-shared a b
// allow-hazard: race-warp a b
// expect-exit: 1
#include <cmath>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void nearest(const float* points, int* indices, int n) {
  __shared__ float tile[threads];
  const int own = blockIdx.x * threads + threadIdx.x;
  const float x = points[own];
  float least = 1e30f;
  for (int base = 0; base < n; base += threads) {
    tile[threadIdx.x] = points[base + threadIdx.x];  // @a
    for (int j = 0; j < threads; ++j) {
      const float distance = fabsf(tile[j] - x);  // @b
      if (base + j != own && distance < least) {
        least = distance;
        indices[own] = base + j;
      }
    }
    __syncthreads();
  }
}

int main() {
  const int n = 4 * threads;
  std::vector<float> points(n);
  std::vector<int> indices(n);
  for (int i = 0; i < n; ++i) points[i] = static_cast<float>(i * 89 % n) + 0.001f * static_cast<float>(i);
  float* d_points;
  int* d_indices;
  CHECK(cudaMalloc(&d_points, n * sizeof(float)));
  CHECK(cudaMalloc(&d_indices, n * sizeof(int)));
  CHECK(cudaMemcpy(d_points, points.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  nearest<<<n / threads, threads>>>(d_points, d_indices, n);
  CHECK(cudaMemcpy(indices.data(), d_indices, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_points));
  CHECK(cudaFree(d_indices));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    int best = -1;
    for (int j = 0; j < n; ++j)
      if (j != i && (best < 0 || std::fabs(points[j] - points[i]) < std::fabs(points[best] - points[i])))
        best = j;
    right = right && indices[i] == best;
  }
  return right ? 0 : 1;
}
