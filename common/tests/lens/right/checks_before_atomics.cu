// Plain reads that only say whether an atomic operation is worth it, or what a compare-and-swap is to expect first: notes,
// no hazards. The addition is the CUDA guide's for devices without one.
// expect-note: check-before-atomic a b
// expect-note: check-before-atomic c d
// expect-exit: 0
#include "../lens_check.hpp"

__device__ void add(double* to, double value) {
  auto* word = reinterpret_cast<unsigned long long*>(to);
  unsigned long long old = *word, assumed;  // @a
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));  // @b
  } while (assumed != old);
}

__global__ void total(double* sum) { add(sum, threadIdx.x); }

__global__ void largest(const int* x, int* found) {
  const int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (*found < value)         // @c
    atomicMax(found, value);  // @d
}

int main() {
  const int n = 128;
  int x[n], found = 0;
  double sum = 0;
  for (int i = 0; i < n; ++i) x[i] = i * 37 % n;
  int *d_x, *d_found;
  double* d_sum;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_found, sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_found, 0, sizeof(int)));
  CHECK(cudaMemset(d_sum, 0, sizeof(double)));
  total<<<2, 64>>>(d_sum);
  largest<<<2, 64>>>(d_x, d_found);
  CHECK(cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_found));
  CHECK(cudaFree(d_sum));
  return found == n - 1 && sum == 64 * 63 ? 0 : 1;
}
