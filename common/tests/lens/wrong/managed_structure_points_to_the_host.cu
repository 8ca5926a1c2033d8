// A structure is in managed memory, the array that it points to is the host's.
// expect-hazard: host-access a
// expect-words: through a pointer that was passed or copied to the device
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

struct Weights {
  const float* values;
  int count;
};

__global__ void sum(const Weights* weights, float* total) {
  float value = 0;
  for (int i = 0; i < weights->count; ++i) value += weights->values[i];  // @a
  *total = value;
}

int main() {
  const std::vector<float> values(50, 2.0f);
  Weights* weights;
  float* total;
  CHECK(cudaMallocManaged(&weights, sizeof(Weights)));
  CHECK(cudaMallocManaged(&total, sizeof(float)));
  *weights = {values.data(), 50};
  sum<<<1, 1>>>(weights, total);
  CHECK(cudaDeviceSynchronize());
  const bool right = *total == 100;
  CHECK(cudaFree(weights));
  CHECK(cudaFree(total));
  return right ? 0 : 1;
}
