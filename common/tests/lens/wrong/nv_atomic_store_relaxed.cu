// A flag by nvcc's own atomic functions: its readers acquire it, but it was stored relaxed, so the message may come later than the flag.
// expect-hazard: race-global a b
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void pass_on(int* box, int* flag, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *box = 42;                                                                    // @a
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);  // needs __NV_ATOMIC_RELEASE
  } else {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    *seen = *box;  // @b
  }
}

int main() {
  int seen = -1;
  int *d_box, *d_flag, *d_seen;
  CHECK(cudaMalloc(&d_box, sizeof(int)));
  CHECK(cudaMalloc(&d_flag, sizeof(int)));
  CHECK(cudaMalloc(&d_seen, sizeof(int)));
  CHECK(cudaMemset(d_flag, 0, sizeof(int)));
  pass_on<<<2, 32>>>(d_box, d_flag, d_seen);
  CHECK(cudaMemcpy(&seen, d_seen, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_box));
  CHECK(cudaFree(d_flag));
  CHECK(cudaFree(d_seen));
  return seen == 42 ? 0 : 1;
}
