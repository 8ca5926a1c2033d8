// Records are arguments of a recursion.
// says: sectors are read
#include "exercise.hpp"
struct Record {
  float v[fields];
};
__device__ Record pass(Record r, int depth) {
  if (depth > 0) return pass(r, depth - 1);
  return r;
}
__global__ void k(const Record* table, const int* index, Record* out, int n, int depth) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = pass(table[index[i]], depth);
}
void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) k<<<(n + 127) / 128, 128>>>((const Record*)table, index, (Record*)out, n, 3);
}
