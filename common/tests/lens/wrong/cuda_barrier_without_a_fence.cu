// A cuda::barrier tracks a TMA copy, and no fence.proxy.async follows its init().
// expect-hazard: missing-proxy-fence copy init
// expect-exit: 3
#include <cuda/barrier>
#include <utility>

#include "../lens_check.hpp"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);  // @init
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof(tile)), bar);  // @copy
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int x[64], *d_x, *d_y;
  for (int i = 0; i < 64; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < 64; ++i)
    if (x[i] != 2 * i) return 1;
  return 0;
}
