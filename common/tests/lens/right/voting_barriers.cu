// __syncthreads_or is a barrier as good as any other: slots written before it may be read by others after it.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void odd_even_sort(const int* x, int* y) {
  __shared__ int slots[threads];
  const int t = threadIdx.x;
  slots[t] = x[t];
  __syncthreads();
  bool swapped = true;
  while (swapped) {
    bool mine = false;
    for (int parity = 0; parity < 2; ++parity) {
      if (t % 2 == parity && t + 1 < threads && slots[t] > slots[t + 1]) {
        const int larger = slots[t];
        slots[t] = slots[t + 1];
        slots[t + 1] = larger;
        mine = true;
      }
      swapped = __syncthreads_or(mine);
    }
  }
  y[t] = slots[t];
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = i * 29 % threads;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  odd_even_sort<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == i;
  return right ? 0 : 1;
}
