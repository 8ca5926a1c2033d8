// A voting barrier on the right of && is not called where the left is false: those threads wait at the next
// one.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void any_negative(const int* x, int* found, int n) {
  const bool inside = static_cast<int>(threadIdx.x) < n;
  bool any = false;
  if (inside && __syncthreads_or(x[threadIdx.x] < 0)) any = true;  // @a
  __syncthreads();                                                 // @b
  if (threadIdx.x == 0) *found = any;
}

int main() {
  const int n = 40;
  int found = -1;
  int *d_x, *d_found;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_found, sizeof(int)));
  CHECK(cudaMemset(d_x, 0xff, n * sizeof(int)));
  any_negative<<<1, 64>>>(d_x, d_found, n);
  CHECK(cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_found));
  return found == 1 ? 0 : 1;
}
