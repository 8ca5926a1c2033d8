// Elements of a thread's own arrays are read before anything is written there: a sum that does not start at 0, and the last of four values.
// expect-hazard: uninitialized-local sum
// expect-hazard: uninitialized-local last
// expect-hazard: uninitialized-local value
// expect-hazard: uninitialized-local template
// expect-hazard: uninitialized-local second
// expect-exit: 3
#include "../lens_check.hpp"

template <class T, int N>
__device__ T length(const T* x) {
  T sum = 0;
  T parts[N];
  for (int k = 1; k < N; ++k) parts[k] = x[k];
  T low, squares[N], cubes[N];
  for (int k = 0; k < N; ++k) squares[k] = x[k] * x[k];
  for (int k = 0; k < N; ++k) sum += squares[k] * cubes[k];  // @second
  low = squares[0];
  return sum + low + parts[1];
}

template <class T>
__device__ T largest(const T* x) {
  T best[2];
  for (int k = 0; k < 2; ++k) best[k] = x[k] > best[k] ? x[k] : best[k];  // @template
  return best[0];
}

__global__ void smooth(const float* in, float* out, int n) {
  float sums[2][2];
  for (int k = 0; k < n; ++k) sums[k & 1][1] += in[k];  // @sum
  float values[4];
  float copies[4];
  for (int k = 0; k < 3; ++k) values[k] = in[k];
  for (int k = 0; k < 4; ++k) copies[k] = values[k];
  const float last = copies[3] + length<float, 2>(in) + largest(in);  // @last
  long long counts[2];
  out[threadIdx.x] = sums[0][1] + last + static_cast<float>(counts[n & 1]);  // @value
}

int main() {
  const int n = 4;
  const float in[n] = {1, 2, 3, 4};
  float *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(float)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  smooth<<<1, 1>>>(d_in, d_out, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return 0;
}
