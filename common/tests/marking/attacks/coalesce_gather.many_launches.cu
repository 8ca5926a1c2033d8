// A launch of 512 threads for each 64 records: a GPU is nearly empty, and waits for thousands of launches.
// says: launches, where one is enough
#include "exercise.hpp"

__global__ void gather_kernel(const float* table, const int* index, float* out, int n, int begin) {
  const int word = begin + blockIdx.x * blockDim.x + threadIdx.x;
  const int i = word / fields;
  const int f = word % fields;
  if (i < n) out[word] = table[fields * index[i] + f];
}

void gather(const float* table, const int* index, float* out, int n) {
  for (int begin = 0; begin < n * fields; begin += 512)
    gather_kernel<<<4, 128>>>(table, index, out, n, begin);
}
