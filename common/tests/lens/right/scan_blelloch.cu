// Work-efficient scan in place: up and down the tree, each pair of slots belongs to one thread between two
// barriers.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int n = 128;

__global__ void exclusive_scan(const int* x, int* y) {
  extern __shared__ int tree[];
  const int t = threadIdx.x;
  tree[2 * t] = x[2 * t];
  tree[2 * t + 1] = x[2 * t + 1];
  int width = 1;
  for (int pairs = n / 2; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs) tree[width * (2 * t + 2) - 1] += tree[width * (2 * t + 1) - 1];
    width *= 2;
  }
  if (t == 0) tree[n - 1] = 0;
  for (int pairs = 1; pairs < n; pairs *= 2) {
    width /= 2;
    __syncthreads();
    if (t < pairs) {
      const int left = width * (2 * t + 1) - 1, right = width * (2 * t + 2) - 1;
      const int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  y[2 * t] = tree[2 * t];
  y[2 * t + 1] = tree[2 * t + 1];
}

int main() {
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i % 5;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  exclusive_scan<<<1, n / 2, n * sizeof(int)>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  int sum = 0;
  for (int i = 0; i < n; sum += x[i++]) right = right && y[i] == sum;
  return right ? 0 : 1;
}
