// Structs with padding are copied as a whole: the padding was never written, and is never used.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

struct Item {
  char kind;
  double weight;
};

__global__ void make(Item* items) {
  items[threadIdx.x].kind = static_cast<char>(threadIdx.x);
  items[threadIdx.x].weight = 0.5 * threadIdx.x;
}

__global__ void mirror(const Item* items, Item* mirrored) {
  __shared__ Item tile[32];
  tile[threadIdx.x] = items[threadIdx.x];
  __syncthreads();
  mirrored[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  const int n = 32;
  std::vector<Item> items(n);
  Item *d_items, *d_mirrored;
  CHECK(cudaMalloc(&d_items, n * sizeof(Item)));
  CHECK(cudaMalloc(&d_mirrored, n * sizeof(Item)));
  make<<<1, n>>>(d_items);
  mirror<<<1, n>>>(d_items, d_mirrored);
  CHECK(cudaMemcpy(items.data(), d_mirrored, n * sizeof(Item), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_items));
  CHECK(cudaFree(d_mirrored));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && items[i].kind == 31 - i && items[i].weight == 0.5 * (31 - i);
  return right ? 0 : 1;
}
