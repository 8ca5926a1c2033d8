// A launch is given a __device__ array and a host's own by name: both are addresses of the host.
// expect-hazard: host-access table
// expect-hazard: host-access factor
// expect-exit: 3
#include "../lens_check.hpp"

__device__ int table[64];
int factors[64];

__global__ void fill(int* to) {
  to[threadIdx.x] = static_cast<int>(threadIdx.x);  // @table
}
__global__ void multiply(const int* factor, int* out) {
  out[threadIdx.x] *= factor[threadIdx.x];  // @factor
}

int main() {
  int out[64];
  int* d_out;
  for (int i = 0; i < 64; ++i) factors[i] = 3;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  fill<<<1, 64>>>(table);
  fill<<<1, 64>>>(d_out);
  multiply<<<1, 64>>>(factors, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[21] == 63 ? 0 : 1;
}
