// Two blocks find the same unvisited vertex and both write a (different) parent to it.
// expect-hazard: race-global a a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void expand(const int* targets, int* parent) {
  const int vertex = blockIdx.x;
  if (threadIdx.x == 0) parent[targets[vertex]] = vertex;  // @a
}

int main() {
  const int n = 12;
  std::vector<int> targets(n), parent(n);
  for (int i = 0; i < n; ++i) targets[i] = i / 3;
  int *d_targets, *d_parent;
  CHECK(cudaMalloc(&d_targets, n * sizeof(int)));
  CHECK(cudaMalloc(&d_parent, n * sizeof(int)));
  CHECK(cudaMemcpy(d_targets, targets.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_parent, 0xff, n * sizeof(int)));
  expand<<<n, 32>>>(d_targets, d_parent);
  CHECK(cudaMemcpy(parent.data(), d_parent, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_targets));
  CHECK(cudaFree(d_parent));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && (i < 4 ? parent[i] / 3 == i : parent[i] == -1);
  return right ? 0 : 1;
}
