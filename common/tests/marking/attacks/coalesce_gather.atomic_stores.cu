// Each word is stored by an atomic exchange, although no other thread touches it.
// says: no other thread touches a word
#include "exercise.hpp"

__global__ void gather_kernel(const float* table, const int* index, float* out, int n) {
  const int word = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = word / fields;
  const int f = word % fields;
  if (i < n)
    atomicExch(reinterpret_cast<unsigned*>(out) + word, __float_as_uint(table[fields * index[i] + f]));
}

void gather(const float* table, const int* index, float* out, int n) {
  constexpr int block_size = 128;
  if (n > 0) gather_kernel<<<(n * fields + block_size - 1) / block_size, block_size>>>(table, index, out, n);
}
