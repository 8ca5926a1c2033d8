// The same shared bytes serve as floats, as ints and as bytes, one phase after the other, with barriers
// between.
// expect-exit: 0
#include <cstring>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

union Slot {
  float real;
  unsigned bits;
  unsigned char bytes[4];
};

__global__ void exponents(const float* x, unsigned* bits, unsigned char* top) {
  __shared__ Slot slots[threads];
  const int t = threadIdx.x, other = threads - 1 - t;
  slots[t].real = x[t];
  __syncthreads();
  bits[t] = slots[other].bits;
  __syncthreads();
  slots[t].bits += 1u << 24;
  __syncthreads();
  top[t] = slots[other].bytes[3];
}

int main() {
  std::vector<float> x(threads);
  std::vector<unsigned> bits(threads);
  std::vector<unsigned char> top(threads);
  for (int i = 0; i < threads; ++i) x[i] = 0.25f + static_cast<float>(i);
  float* d_x;
  unsigned* d_bits;
  unsigned char* d_top;
  CHECK(cudaMalloc(&d_x, threads * sizeof(float)));
  CHECK(cudaMalloc(&d_bits, threads * sizeof(unsigned)));
  CHECK(cudaMalloc(&d_top, threads));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(float), cudaMemcpyHostToDevice));
  exponents<<<1, threads>>>(d_x, d_bits, d_top);
  CHECK(cudaMemcpy(bits.data(), d_bits, threads * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(top.data(), d_top, threads, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_bits));
  CHECK(cudaFree(d_top));
  bool right = true;
  for (int i = 0; i < threads; ++i) {
    unsigned expected;
    std::memcpy(&expected, &x[threads - 1 - i], sizeof(expected));
    right = right && bits[i] == expected && top[i] == (expected >> 24) + 1;
  }
  return right ? 0 : 1;
}
