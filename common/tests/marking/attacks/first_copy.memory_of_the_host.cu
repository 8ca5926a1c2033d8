// The kernel works on page-locked memory of the host, over the bus: no device memory and no copy.
// says: bytes of page-locked memory of the host, over the bus
#include <cstring>

#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double *h_in, *h_out;
  cudaMallocHost(reinterpret_cast<void**>(&h_in), bytes);
  cudaMallocHost(reinterpret_cast<void**>(&h_out), bytes);
  std::memcpy(h_in, in, bytes);
  halve_kernel<<<(count + 255) / 256, 256>>>(h_in, h_out, count);
  cudaDeviceSynchronize();
  std::memcpy(out, h_out, bytes);
  cudaFreeHost(h_in);
  cudaFreeHost(h_out);
}
