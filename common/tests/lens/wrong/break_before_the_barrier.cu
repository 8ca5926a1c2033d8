// A thread that has found its value breaks out of the loop before the loop's barrier.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include "../lens_check.hpp"

constexpr int threads = 64, tiles = 4;

__global__ void search(const int* x, int* where) {
  __shared__ int tile[threads];
  int found = -1;
  for (int base = 0; base < tiles * threads; base += threads) {
    tile[threadIdx.x] = x[base + threadIdx.x];
    if (tile[threadIdx.x] == static_cast<int>(threadIdx.x)) {
      found = base;
      break;
    }
    __syncthreads();  // @a
  }
  __syncthreads();  // @b
  where[threadIdx.x] = found;
}

int main() {
  int where = 0;
  int *d_x, *d_where;
  CHECK(cudaMalloc(&d_x, tiles * threads * sizeof(int)));
  CHECK(cudaMalloc(&d_where, threads * sizeof(int)));
  CHECK(cudaMemset(d_x, 0, tiles * threads * sizeof(int)));
  search<<<1, threads>>>(d_x, d_where);
  CHECK(cudaMemcpy(&where, d_where, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_where));
  return where == 0 ? 0 : 1;
}
