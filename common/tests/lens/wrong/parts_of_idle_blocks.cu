// Blocks without work leave no partial sum, but the second launch adds up the parts of all blocks.
// expect-hazard: uninitialized-global a
// expect-exit: 1|3
#include "../lens_check.hpp"

constexpr int blocks = 8;

__global__ void parts_of(int* parts, int working) {
  if (static_cast<int>(blockIdx.x) >= working) return;
  const int own = __syncthreads_count(1);
  if (threadIdx.x == 0) parts[blockIdx.x] = own;
}

__global__ void add_up(const int* parts, int* total) {
  int sum = 0;
  for (int b = 0; b < blocks; ++b) sum += parts[b];  // @a
  *total = sum;
}

int main() {
  int total = 0;
  int *d_parts, *d_total;
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  parts_of<<<blocks, 32>>>(d_parts, 5);
  add_up<<<1, 1>>>(d_parts, d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_parts));
  CHECK(cudaFree(d_total));
  return total == 5 * 32 ? 0 : 1;
}
