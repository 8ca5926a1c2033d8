// Objects are returned straight into their place.
// says: sectors are written
#include "exercise.hpp"
struct Record {
  float v[fields];
  ~Record() {}
  Record() = default;
  Record(const Record& o) {
    for (int f = 0; f < fields; ++f) v[f] = o.v[f];
  }
};
__device__ Record get(const float* t, int depth) {
  if (depth > 0) return get(t, depth - 1);
  Record r;
  for (int f = 0; f < fields; ++f) r.v[f] = t[f];
  return r;
}
struct Holder {
  Record r;
  __device__ Holder(const float* t, int d) : r(get(t, d)) {}
};
__global__ void k(const float* table, const int* index, float* out, int n, int d) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) new (reinterpret_cast<Holder*>(out) + i) Holder(table + fields * index[i], d);
}
void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) k<<<(n + 127) / 128, 128>>>(table, index, out, n, 2);
}
