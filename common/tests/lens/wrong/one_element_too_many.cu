// The guard says <= instead of <: one thread writes just past the end of the array.
// expect-hazard: out-of-bounds a b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void number(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;  // @a
}

int main() {
  const int n = 100;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));  // @b
  number<<<2, 64>>>(d_out, n);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == i;
  return right ? 0 : 1;
}
