// All threads read the same words at the same time, in global, constant and shared memory: reads do not race.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__constant__ int factor;

__global__ void scale(const int* offset, int* out) {
  __shared__ int words[2];
  if (threadIdx.x < 2) words[threadIdx.x] = *offset;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (words[0] + words[1]) * factor + *offset + i;
}

int main() {
  const int n = 256, offset = 5, by = 3;
  std::vector<int> out(n);
  int *d_offset, *d_out;
  CHECK(cudaMemcpyToSymbol(factor, &by, sizeof(int)));
  CHECK(cudaMalloc(&d_offset, sizeof(int)));
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  CHECK(cudaMemcpy(d_offset, &offset, sizeof(int), cudaMemcpyHostToDevice));
  scale<<<2, n / 2>>>(d_offset, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_offset));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == 35 + i;
  return right ? 0 : 1;
}
