// Structures with pointers are copied to the device: to memory of the device, to page-locked memory, and to the host's, which no kernel follows.
// expect-hazard: none
// expect-exit: 0
#include <string>

#include "../lens_check.hpp"

struct Layer {
  const float* weights;
  const int* length;
  const char* name;  // for the host
};

__global__ void total(const Layer* layers, float* sums) {
  const Layer& mine = layers[threadIdx.x];
  float sum = 0;
  for (int i = 0; i < *mine.length; ++i) sum += mine.weights[i];
  sums[threadIdx.x] = sum;
}

int main() {
  const std::string name = "a name that is too long to lie in the string itself";
  const float weights[] = {1, 2, 3, 4};
  float *d_weights, *d_sums, sums[2];
  int* length;
  Layer* d_layers;
  CHECK(cudaMalloc(&d_weights, sizeof weights));
  CHECK(cudaMalloc(&d_sums, sizeof sums));
  CHECK(cudaMalloc(&d_layers, 2 * sizeof(Layer)));
  CHECK(cudaHostAlloc(&length, 2 * sizeof(int), cudaHostAllocMapped));
  length[0] = 4, length[1] = 2;
  const Layer layers[] = {{d_weights, &length[0], name.c_str()}, {d_weights, &length[1], name.c_str()}};
  CHECK(cudaMemcpy(d_weights, weights, sizeof weights, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_layers, layers, sizeof layers, cudaMemcpyHostToDevice));
  total<<<1, 2>>>(d_layers, d_sums);
  CHECK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
  CHECK(cudaFreeHost(length));
  CHECK(cudaFree(d_weights));
  CHECK(cudaFree(d_sums));
  CHECK(cudaFree(d_layers));
  return sums[0] == 10 && sums[1] == 3 ? 0 : 1;
}
