// The host adds: a kernel allocates as many pieces of 256 bytes as ten bits of a product say, and cudaMemGetInfo tells the host how many.
// says: partial.0. is
#include "exercise.hpp"

constexpr int unit = 256;
__device__ void* held;
__device__ int which, shift;

__global__ void tell(const int* a, const int* b, int n) {
  const int at = which, down = shift, i = at / 32 * 32 + threadIdx.x;
  const int product = i < n ? a[i] * b[i] : 0;
  __syncwarp();
  const int wanted = __shfl_sync(0xFFFFFFFFu, product, at % 32) >> down & 1023;
  if (threadIdx.x != 0) return;
  which = at + (down != 0);
  shift = 10 - down;
  free(held);
  held = malloc((wanted + 1) * unit);
}
__global__ void end() {
  free(held);
  held = nullptr;
  which = 0;
}
__global__ void store(int sum, int* partial) { *partial = sum; }

void partial_dots(const int* a, const int* b, int* partial, int n) {
  std::size_t before = 0, now = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  const std::size_t all = before;
  void* arguments[] = {&a, &b, &n};
  const int count = n;
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    for (int at = 0; at < 20; at += 10) {
      cudaLaunchKernel(reinterpret_cast<void*>(tell), dim3(1), dim3(32), arguments, 0, nullptr);
      cudaMemGetInfo(&now, &total);
      sum += static_cast<int>((all - now) / unit - 1) << at;
    }
    if (i + 1 < count && (i + 1) % block_size != 0) continue;
    store<<<1, 1>>>(sum, partial + i / block_size);
    sum = 0;
  }
  end<<<1, 1>>>();
}
