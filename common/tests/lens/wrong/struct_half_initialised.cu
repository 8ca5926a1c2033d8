// A struct in device memory gets its count set, but not its sum; the kernel adds to both.
// expect-hazard: uninitialized-global a
// expect-exit: 1|3
#include "../lens_check.hpp"

struct Statistics {
  int count;
  double sum;
};

__global__ void add(Statistics* statistics, double value) {
  statistics->count += 1;
  statistics->sum += value;  // @a
}

int main() {
  Statistics result{};
  const int zero = 0;
  Statistics* d_statistics;
  CHECK(cudaMalloc(&d_statistics, sizeof(Statistics)));
  CHECK(cudaMemcpy(&d_statistics->count, &zero, sizeof(int), cudaMemcpyHostToDevice));
  add<<<1, 1>>>(d_statistics, 2.5);
  CHECK(cudaMemcpy(&result, d_statistics, sizeof(result), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_statistics));
  return result.count == 1 && result.sum == 2.5 ? 0 : 1;
}
