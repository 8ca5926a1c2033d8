// Memory is freed and allocated again, most likely at the same address: the new owner may use it, after
// writing it.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }
__global__ void add_up(const int* x, int* sum) { atomicAdd(sum, x[threadIdx.x]); }

int main() {
  int sum = 0;
  int* d_sum;
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemset(d_sum, 0, sizeof(int)));
  for (int round = 1; round <= 4; ++round) {
    int* d_x;
    CHECK(cudaMalloc(&d_x, 32 * round * sizeof(int)));
    fill<<<1, 32 * round>>>(d_x, round);
    add_up<<<1, 32 * round>>>(d_x, d_sum);
    CHECK(cudaFree(d_x));
  }
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_sum));
  return sum == 32 * (1 + 4 + 9 + 16) ? 0 : 1;
}
