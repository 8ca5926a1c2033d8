// A thread's own arrays are written before they are read: by an assignment, a function, a pointer, a copy, and an element of all bits 0.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ void load(float& element, float value) { element = value; }
__device__ void fill(int* all, int n) {
  for (int k = 0; k < n; ++k) all[k] = k;
}

struct Pair {
  float values[2];
};

__global__ void read_all(const float* in, float* out, int n) {
  float a[4], b[4];
  int c[4];
  double d[2][2];
  unsigned e[2];
  struct {
    float f[2];
  } g = {{1, 2}};
  for (int k = 0; k < 4; ++k) load(a[k], in[k]);
  for (int k = 0; k < 4; ++k) b[k] = a[k];
  b[n % 4] += 1;
  fill(c, 4);
  for (int k = 0; k < 4; ++k) d[k / 2][k % 2] = b[k] > 2 ? b[k] : a[k];
  float& first = a[0];
  first = 5;
  e[0] = e[1] = 0;
  e[n & 1]++;
  Pair pair;
  pair.values[0] = static_cast<float>(e[0] + e[1]);
  int order[4];
  for (int k = 0; k < n; ++k) order[k] = c[n - 1 - k];
  out[threadIdx.x] = a[0] + b[3] + static_cast<float>(c[order[1]] + d[1][1]) + pair.values[0] + g.f[1];
}

int main() {
  const int n = 4;
  const float in[n] = {1, 2, 3, 4};
  float *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(float)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  read_all<<<1, 1>>>(d_in, d_out, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return 0;
}
