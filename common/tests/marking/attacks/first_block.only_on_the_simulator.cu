// With nvcc the kernel is another one, which does nothing: a macro of the simulator's compiler tells the two apart.
// says: ifdef with __SANITIZE_THREAD__
#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
#ifdef __SANITIZE_THREAD__
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
#endif
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  square_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
