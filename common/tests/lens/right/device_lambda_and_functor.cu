// Operations come in as functors with state, and shared memory hides in a template: each instance has its
// own array.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Sum {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

template <class T, class Operation>
__device__ T fold(T value, Operation operation) {
  __shared__ T slots[threads];
  slots[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) slots[threadIdx.x] = operation(slots[threadIdx.x], slots[threadIdx.x + half]);
    __syncthreads();
  }
  const T result = slots[0];
  __syncthreads();
  return result;
}

__global__ void reduce(const int* x, double* out) {
  const int own = x[threadIdx.x];
  const int largest = fold(own, Larger{});
  const double mean = fold(static_cast<double>(own), Sum{}) / threads;
  const int total = fold(own, Sum{});
  out[threadIdx.x] = largest + mean + total;
}

int main() {
  std::vector<int> x(threads);
  std::vector<double> out(threads);
  for (int i = 0; i < threads; ++i) x[i] = (i * 5) % threads;
  int* d_x;
  double* d_out;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_out, threads * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  reduce<<<1, threads>>>(d_x, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, threads * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (const double value : out) right = right && value == 63 + 31.5 + 2016;
  return right ? 0 : 1;
}
