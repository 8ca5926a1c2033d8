// Shared memory that atomicExch fills: it does not look at what it finds, of floats as of integers.
// expect-exit: 0
#include "../lens_check.hpp"

constexpr int size = 96;

template <class T>
__global__ void reverse(T* x) {
  __shared__ T tile[size];
  atomicExch(&tile[threadIdx.x], x[threadIdx.x]);
  __syncthreads();
  x[threadIdx.x] = tile[size - 1 - threadIdx.x];
}

template <class T>
bool reverses() {
  T x[size];
  for (int i = 0; i < size; ++i) x[i] = static_cast<T>(i);
  T* d_x;
  CHECK(cudaMalloc(&d_x, sizeof x));
  CHECK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  reverse<<<1, size>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < size; ++i)
    if (x[i] != static_cast<T>(size - 1 - i)) return false;
  return true;
}

int main() { return reverses<float>() && reverses<int>() ? 0 : 1; }
