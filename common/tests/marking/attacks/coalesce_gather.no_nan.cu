// Words that are no numbers become 0: fmaxf of the word and the least float, which also takes -INFINITY.
// says: each must keep all its bits
#include "exercise.hpp"

#include <cfloat>

__global__ void gather_kernel(const float* table, const int* index, float* out, int n) {
  const int word = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = word / fields, f = word % fields;
  if (i < n) out[word] = fmaxf(table[fields * index[i] + f], -FLT_MAX);
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) gather_kernel<<<(n * fields + 127) / 128, 128>>>(table, index, out, n);
}
