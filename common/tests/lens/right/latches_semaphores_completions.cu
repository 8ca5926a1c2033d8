// A barrier that calls a function at the end of each phase, a latch, semaphores: each orders what it is there for.
// expect-exit: 0
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <vector>

#include "../lens_check.hpp"

constexpr cuda::thread_scope block = cuda::thread_scope_block;
constexpr int n = 64;

struct AddUp {
  const int* slots;
  int* sum;
  __device__ void operator()() {
    for (int i = 0; i < n; ++i) *sum += slots[i];
  }
};

__global__ void phases(int* out) {
  __shared__ int slots[n], sum;
  __shared__ alignas(16) char room[sizeof(cuda::barrier<block, AddUp>)];
  auto* all = reinterpret_cast<cuda::barrier<block, AddUp>*>(room);
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) {
    sum = 0;
    init(all, blockDim.x, AddUp{slots, &sum});
  }
  __syncthreads();
  for (int round = 1; round <= 3; ++round) {
    slots[i] = round;
    all->arrive_and_wait();
  }
  out[i] = sum;
}

__global__ void latch_and_semaphores(int* out) {
  using Latch = cuda::latch<block>;
  using Lock = cuda::binary_semaphore<block>;
  using Places = cuda::counting_semaphore<block, 4>;
  __shared__ alignas(64) char rooms[3][64];
  __shared__ int slots[n], sum, inside;
  auto* written = reinterpret_cast<Latch*>(rooms[0]);
  auto* lock = reinterpret_cast<Lock*>(rooms[1]);
  auto* places = reinterpret_cast<Places*>(rooms[2]);
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) {
    sum = inside = 0;
    new (written) Latch(blockDim.x);
    new (lock) Lock(1);
    new (places) Places(4);
  }
  __syncthreads();
  slots[i] = i;
  written->arrive_and_wait();
  const int other = slots[n - 1 - i];
  lock->acquire();
  sum += other;
  lock->release();
  places->acquire();
  const int before = atomicAdd(&inside, 1);
  atomicSub(&inside, 1);
  places->release();
  __syncthreads();
  out[i] = before < 4 ? sum : -1;
}

int main() {
  std::vector<int> x(2 * n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, 2 * n * sizeof(int)));
  phases<<<1, n>>>(d_out);
  latch_and_semaphores<<<1, n>>>(d_out + n);
  CHECK(cudaMemcpy(x.data(), d_out, 2 * n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  for (int i = 0; i < n; ++i)
    if (x[i] != 6 * n || x[n + i] != n * (n - 1) / 2) return 1;
  return 0;
}
