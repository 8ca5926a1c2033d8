// Walks over the words.
#include "exercise.hpp"

__global__ void gather_kernel(const float* table, const int* index, float* out, int n) {
  for (int word = blockIdx.x * blockDim.x + threadIdx.x; word < n * fields; word += gridDim.x * blockDim.x)
    out[word] = table[index[word / fields] * fields + word % fields];
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) gather_kernel<<<24, 128>>>(table, index, out, n);
}
