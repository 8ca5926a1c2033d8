// Lanes with the same value add once: __match_any_sync, popc, and a leader; a histogram per warp in two dimensions.
#include "exercise.hpp"

constexpr int warps = block_size / 32;

template <class T, int N>
struct Counts {
  T count[N];
  __device__ auto begin() { return count; }
  __device__ auto end() { return count + N; }
};

__global__ void add_kernel(const int* __restrict__ in, int n, unsigned* __restrict__ count) {
  __shared__ Counts<unsigned, bins> of_warp[warps];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (auto bin = of_warp[warp].begin() + lane; bin < of_warp[warp].end(); bin += 32) *bin = 0u;
  __syncthreads();

  const int step = gridDim.x * block_size;
  for (int base = blockIdx.x * block_size; base < n; base += step) {
    const int i = base + static_cast<int>(threadIdx.x);
    const unsigned with_value = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
      const int value = in[i];
      const unsigned same = __match_any_sync(with_value, value);
      if (lane == __ffs(same) - 1) of_warp[warp].count[value] += __popc(same);
    }
    __syncwarp();
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < bins; bin += block_size) {
    unsigned sum = 0;
    for (auto& [own] : of_warp) sum += own[bin];
    if (sum) atomicAdd(count + bin, sum);
  }
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_kernel<<<blocks, block_size>>>(in, n, count);
}
