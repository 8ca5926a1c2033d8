// Every lane takes another branch, some of them loops of different length; all come back together before
// the barrier.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void branches(int* out) {
  __shared__ int slots[threads];
  const int t = threadIdx.x;
  switch (t % 5) {
    case 0: slots[t] = t; break;
    case 1:
      slots[t] = 0;
      for (int i = 0; i < t; ++i) slots[t] += i;
      break;
    case 2: slots[t] = -t; [[fallthrough]];
    case 3: slots[t] = 7; break;
    default: slots[t] = t % 2 == 0 ? 1 : 2;
  }
  __syncthreads();
  out[t] = slots[threads - 1 - t];
}

int main() {
  std::vector<int> out(threads);
  int* d_out;
  CHECK(cudaMalloc(&d_out, threads * sizeof(int)));
  branches<<<1, threads>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int t = 0; t < threads; ++t) {
    const int expected[] = {t, t * (t - 1) / 2, 7, 7, t % 2 == 0 ? 1 : 2};
    right = right && out[threads - 1 - t] == expected[t % 5];
  }
  return right ? 0 : 1;
}
