// Words as bit fields.
// says: sectors are read
#include "exercise.hpp"
struct Bits {
  unsigned long long a : 33, b : 31;
};
__global__ void k(const Bits* table, const int* index, Bits* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int f = 0; f < fields / 2; ++f) {
    const Bits& t = table[index[i] * 4 + f];
    Bits& o = out[i * 4 + f];
    o.a = t.a;
    o.b = t.b;
  }
}
void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) k<<<(n + 127) / 128, 128>>>((const Bits*)table, index, (Bits*)out, n);
}
