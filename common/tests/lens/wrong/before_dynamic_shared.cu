// Thread 0 reads one slot to the left in dynamic shared memory: before its start.
// expect-hazard: out-of-bounds a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

extern __shared__ int tile[];

__global__ void differences(const int* x, int* y) {
  const int t = threadIdx.x;
  tile[t] = x[t];
  __syncthreads();
  const int left = tile[t - 1];  // @a
  y[t] = tile[t] - left;
}

int main() {
  const int n = 64;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  differences<<<1, n, n * sizeof(int)>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;  // y[0] is never used
  for (int i = 1; i < n; ++i) right = right && y[i] == 2 * i - 1;
  return right ? 0 : 1;
}
