// One thread of each warp counts a latch down that expects every thread.
// expect-hazard: divergent-barrier wait
// expect-exit: 1
#include <cuda/latch>
#include <vector>

#include "../lens_check.hpp"

using Latch = cuda::latch<cuda::thread_scope_block>;

__global__ void leaders(int* out) {
  __shared__ alignas(8) char room[sizeof(Latch)];
  __shared__ int of_warp[2];
  Latch* done = reinterpret_cast<Latch*>(room);
  if (threadIdx.x == 0) new (done) Latch(blockDim.x);
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    of_warp[threadIdx.x / 32] = 1;
    done->count_down();
  }
  done->wait();  // @wait
  out[threadIdx.x] = of_warp[0] + of_warp[1];
}

int main() {
  const int n = 64;
  std::vector<int> out(n);
  int* d_out;
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  leaders<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 2 ? 0 : 1;
}
