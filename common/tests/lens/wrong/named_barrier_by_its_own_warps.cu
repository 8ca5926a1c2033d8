// Each half of the block meets at its own barrier. In the second half a warp then writes what the other still reads, and the advice
// names that half's barrier, in whatever order the warps run.
// expect-hazard: race-shared|reuse-without-barrier a b
// expect-words: come to barrier 3 (bar.sync 3,
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void halves(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x), first = i & 64;
  tile[i] = i;
  if (first == 0)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 3, 64;" ::: "memory");
  const int mirrored = tile[first + 63 - (i - first)];  // @a
  if (first != 0) tile[i] = -1;                         // @b
  out[i] = mirrored;
}

int main() {
  int out[128];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  halves<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < 128; ++i) right = right && out[i] == (i < 64 ? 63 - i : 191 - i);
  return right ? 0 : 1;
}
