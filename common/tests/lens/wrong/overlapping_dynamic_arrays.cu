// Two arrays carved out of dynamic shared memory overlap by half: the second begins too early.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void sums_and_differences(const int* x, int* out) {
  extern __shared__ int pool[];
  int* sums = pool;
  int* differences = pool + threads / 2;  // should be pool + threads
  const int t = threadIdx.x;
  sums[t] = x[t] + t;         // @a
  differences[t] = x[t] - t;  // @b
  __syncthreads();
  out[t] = sums[threads - 1 - t] - differences[threads - 1 - t];
}

int main() {
  std::vector<int> x(threads, 1000), out(threads);
  int *d_x, *d_out;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_out, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sums_and_differences<<<1, threads, 2 * threads * sizeof(int)>>>(d_x, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int t = 0; t < threads; ++t) right = right && out[t] == 2 * (threads - 1 - t);
  return right ? 0 : 1;
}
