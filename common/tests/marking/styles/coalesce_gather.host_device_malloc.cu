// A helper for both sides, with malloc and free; the host uses it for a table of sizes.
#include <cstdlib>

#include "exercise.hpp"

__host__ __device__ int* sizes_of(int count) {
  int* sizes = static_cast<int*>(malloc(count * sizeof(int)));
  for (int i = 0; i < count; ++i) sizes[i] = 128 << i;
  return sizes;
}

__global__ void gather_kernel(const float* __restrict__ table, const int* __restrict__ index,
                              float* __restrict__ out, int n) {
  const int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word < n * fields) out[word] = table[fields * index[word / fields] + word % fields];
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n == 0) return;
  int* sizes = sizes_of(2);
  gather_kernel<<<(n * fields + sizes[1] - 1) / sizes[1], sizes[1]>>>(table, index, out, n);
  free(sizes);
}
