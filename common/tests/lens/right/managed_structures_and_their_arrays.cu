// A structure in managed memory that points to managed and to mapped host memory, beside numbers that are no pointers.
// expect-hazard: none
// expect-exit: 0
#include "../lens_check.hpp"

struct Weights {
  const float* values;
  const float* mapped;
  unsigned long long numbers[2];
  int count;
};

__global__ void sum(const Weights* weights, float* total) {
  float value = static_cast<float>(weights->numbers[0] - weights->numbers[1]);
  for (int i = 0; i < weights->count; ++i) value += weights->values[i] + weights->mapped[i];
  *total = value;
}

int main() {
  constexpr int count = 20;
  Weights* weights;
  float *values, *mapped, *total;
  CHECK(cudaMallocManaged(&weights, sizeof(Weights)));
  CHECK(cudaMallocManaged(&values, count * sizeof(float)));
  CHECK(cudaMallocHost(&mapped, count * sizeof(float)));
  CHECK(cudaMallocManaged(&total, sizeof(float)));
  for (int i = 0; i < count; ++i) values[i] = mapped[i] = 1;
  *weights = {values, mapped, {0x7fff00001000, 0x7fff00001000}, count};
  sum<<<1, 1>>>(weights, total);
  CHECK(cudaDeviceSynchronize());
  const bool right = *total == 2 * count;
  CHECK(cudaFree(weights));
  CHECK(cudaFree(values));
  CHECK(cudaFreeHost(mapped));
  CHECK(cudaFree(total));
  return right ? 0 : 1;
}
