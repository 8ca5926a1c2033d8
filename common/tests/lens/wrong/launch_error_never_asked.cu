// A block of 2048 threads: the launch fails, and nothing in the program asks whether it did. The answer is what the array held before.
// expect-hazard: unchecked-error launch
// expect-words: The launch of twice at launch_error_never_asked.cu:16 failed with cudaErrorInvalidConfiguration
// expect-words: the block has 2048 threads, and at most 1024 are possible
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

int main() {
  constexpr int n = 2048;
  static int x[n] = {21};
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof x));
  CHECK(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  twice<<<1, n>>>(d_x);  // @launch
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x[0] == 42 ? 0 : 1;
}
