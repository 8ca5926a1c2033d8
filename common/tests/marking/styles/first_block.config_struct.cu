// A structure for the launch, structured bindings, std::cerr.
#include <algorithm>
#include <iostream>
#include "exercise.hpp"
using namespace std;

struct Config {
  dim3 grid, block;
};

static Config make_config(int n, int threads = 128) {
  Config c;
  c.block = dim3(threads);
  c.grid = dim3((n + threads - 1) / threads);
  return c;
}

inline __device__ unsigned sq(unsigned v) { return v * v; }

__global__ void squareKernel(const unsigned* __restrict__ in, unsigned* __restrict__ out, const int count) {
  const int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < count) {
    out[idx] = sq(in[idx]);
  }
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count <= 0) return;
  const auto [grid, block] = make_config(count);
  squareKernel<<<grid, block>>>(in, out, count);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) {
    cerr << "kernel failed: " << cudaGetErrorString(err) << endl;
    exit(EXIT_FAILURE);
  }
}
