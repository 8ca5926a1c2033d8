// A gather reads the same elements by many threads in random order through __ldg; the scatter's index is a
// permutation.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void gather(const int* __restrict__ x, const int* __restrict__ index, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __ldg(&x[__ldg(&index[i]) % 7]);
}

__global__ void scatter(const int* x, const int* index, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[index[i]] = x[i];
}

int main() {
  const int n = 200;
  std::vector<int> index(n), gathered(n), scattered(n);
  for (int i = 0; i < n; ++i) index[i] = i * 33 % n;  // no factor in common with 200
  int *d_index, *d_gathered, *d_scattered;
  CHECK(cudaMalloc(&d_index, n * sizeof(int)));
  CHECK(cudaMalloc(&d_gathered, n * sizeof(int)));
  CHECK(cudaMalloc(&d_scattered, n * sizeof(int)));
  CHECK(cudaMemcpy(d_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  gather<<<2, 128>>>(d_index, d_index, d_gathered, n);
  scatter<<<2, 128>>>(d_gathered, d_index, d_scattered, n);
  CHECK(cudaMemcpy(gathered.data(), d_gathered, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(scattered.data(), d_scattered, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_index));
  CHECK(cudaFree(d_gathered));
  CHECK(cudaFree(d_scattered));
  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && gathered[i] == index[index[i] % 7] && scattered[index[i]] == gathered[i];
  return right ? 0 : 1;
}
