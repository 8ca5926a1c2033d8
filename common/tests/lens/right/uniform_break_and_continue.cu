// Barriers in a loop with break and continue: the whole block takes the same way, since all decide by the
// same shared word.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void first_tile_with(const int* x, int wanted, int tiles, int* where) {
  __shared__ bool found;
  int result = -1;
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile % 4 == 3) continue;
    if (threadIdx.x == 0) found = false;
    __syncthreads();
    if (x[tile * threads + threadIdx.x] == wanted) found = true;
    __syncthreads();
    const bool stop = found;
    __syncthreads();
    if (stop) {
      result = tile;
      break;
    }
  }
  if (threadIdx.x == 0) *where = result;
}

int main() {
  const int tiles = 9, n = tiles * threads;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_x, *d_where;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_where, 3 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  first_tile_with<<<1, threads>>>(d_x, 5 * threads + 7, tiles, d_where);
  first_tile_with<<<1, threads>>>(d_x, 3 * threads, tiles, d_where + 1);
  first_tile_with<<<1, threads>>>(d_x, 0, tiles, d_where + 2);
  int where[3];
  CHECK(cudaMemcpy(where, d_where, sizeof(where), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_where));
  return where[0] == 5 && where[1] == -1 && where[2] == 0 ? 0 : 1;
}
