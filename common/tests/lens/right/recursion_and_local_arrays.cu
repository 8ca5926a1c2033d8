// Threads recurse and hand pointers to their local arrays about: local memory is each thread's own.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__device__ int fill(int* digits, int value) {
  if (value < 3) {
    digits[0] = value;
    return 1;
  }
  const int count = fill(digits, value / 3);
  digits[count] = value % 3;
  return count + 1;
}

__global__ void digit_sums(int* out) {
  int digits[8];
  const int count = fill(digits, static_cast<int>(threadIdx.x));
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += digits[i];
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 100;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  digit_sums<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int rest = i; rest > 0; rest /= 3) sum += rest % 3;
    right = right && out[i] == sum;
  }
  return right ? 0 : 1;
}
