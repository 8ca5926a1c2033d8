// The memory is one element short. A library's code, which has no line of the program, calls cudaMalloc: the report names the line that asked for it.
// expect-hazard: out-of-bounds read allocate
// expect-exit: 1|3
#include <functional>

#include "../lens_check.hpp"

__global__ void add_up(const int* x, int* sum) {
  atomicAdd(sum, x[threadIdx.x]);  // @read
}

int main() {
  const std::function<cudaError_t(void**, std::size_t)> allocate =
      static_cast<cudaError_t (*)(void**, std::size_t)>(cudaMalloc);
  void *x, *sum;
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(allocate(&x, 31 * sizeof(int)));  // @allocate
  CHECK(cudaMemset(x, 0, 31 * sizeof(int)));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  add_up<<<1, 32>>>(static_cast<int*>(x), static_cast<int*>(sum));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(x));
  CHECK(cudaFree(sum));
  return 0;
}
