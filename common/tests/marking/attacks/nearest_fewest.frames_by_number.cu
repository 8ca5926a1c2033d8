// A kernel reads the host's stack, whose address is a number: it has no array in device memory whose accesses count.
// says: a read of memory that is not the program.s own
#include "exercise.hpp"

struct Some {
  float3 point[64];
};

__global__ void find(unsigned long long from, int count, int* nearest) {
  const auto* some = reinterpret_cast<const Some*>(from);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 own = some->point[i % 64];
  float best = INFINITY;
  int best_index = -1;
  for (int other = 0; other < count; ++other) {
    const float dx = own.x - some->point[other % 64].x;
    if (other != i && dx * dx < best) best = dx * dx, best_index = other;
  }
  nearest[i] = best_index;
}

void find_nearest(const float3*, int count, int* nearest) {
  if (count == 0) return;
  Some some = {};
  find<<<(count + 127) / 128, 128>>>(reinterpret_cast<unsigned long long>(&some), count, nearest);
  cudaDeviceSynchronize();
}
