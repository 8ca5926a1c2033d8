// A block sorts its keys, and shuffles them through the same shared memory: a warp may still merge there when another one starts to
// shuffle.
// expect-hazard: race-shared|reuse-without-barrier a b
// allow-hazard: race-warp a b
// expect-exit: 1|3
#include "../lens_check.hpp"

#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void sort_and_compare(int* keys, int* steps) {
  using Sort = cub::BlockMergeSort<int, 128, 2>;
  using Shuffle = cub::BlockShuffle<int, 128>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Shuffle::TempStorage shuffle;
  } storage;
  const int first = 2 * static_cast<int>(threadIdx.x);
  int own[2] = {keys[first], keys[first + 1]}, next = 256;
  Sort(storage.sort).Sort(own, Less());              // @a
  Shuffle(storage.shuffle).Offset(own[0], next, 1);  // @b
  keys[first] = own[0];
  keys[first + 1] = own[1];
  steps[threadIdx.x] = next - own[1];
}

int main() {
  const int n = 256;
  int keys[n], steps[n / 2];
  for (int i = 0; i < n; ++i) keys[i] = i * 37 % n;
  int *d_keys, *d_steps;
  CHECK(cudaMalloc(&d_keys, sizeof keys));
  CHECK(cudaMalloc(&d_steps, sizeof steps));
  CHECK(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice));
  sort_and_compare<<<1, n / 2>>>(d_keys, d_steps);
  CHECK(cudaMemcpy(keys, d_keys, sizeof keys, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(steps, d_steps, sizeof steps, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_keys));
  CHECK(cudaFree(d_steps));
  for (int i = 0; i < n; ++i)
    if (keys[i] != i) return 1;
  return 0;
}
