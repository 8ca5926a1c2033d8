// The target of an asynchronous copy is a local variable: the instruction writes to shared memory only.
// says: not of shared memory, it is a local variable's
#include <cuda_pipeline.h>

#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned own;
  __pipeline_memcpy_async(&own, in + i, sizeof own);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = own * own;
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  square_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
