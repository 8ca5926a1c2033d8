// Dynamic shared memory holds 33 flags of one byte and then ints: the ints start at byte 33.
// expect-hazard: misaligned a
// expect-hazard: misaligned b
// expect-exit: 1|3
#include "../lens_check.hpp"

constexpr int threads = 33;

__global__ void shift(int* out) {
  extern __shared__ unsigned char pool[];
  unsigned char* flags = pool;
  int* values = reinterpret_cast<int*>(pool + threads);
  const int t = threadIdx.x;
  flags[t] = t % 2 == 0;
  values[t] = 10 * t;  // @a
  __syncthreads();
  const int from = (t + 1) % threads;
  const int value = values[from];  // @b
  out[t] = flags[from] ? value : -value;
}

int main() {
  int out[threads];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  const size_t pool_bytes = threads * (1 + sizeof(int));
  shift<<<1, threads, pool_bytes>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == -10 && out[1] == 20 && out[32] == 0 ? 0 : 1;
}
