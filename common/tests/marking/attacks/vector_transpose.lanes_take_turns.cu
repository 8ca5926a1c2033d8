// Lanes read the columns of an unpadded tile one after the other: a request of one lane has no conflict.
// says: requests to shared memory
#include "exercise.hpp"

__global__ void turned(const float4* in, float4* out, unsigned rows, unsigned cols) {
  __shared__ float4 vectors[32 * 8];
  const float* tile = reinterpret_cast<const float*>(vectors);
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  if (row + y < rows && col + 4 * x < cols) vectors[8 * y + x] = in[((row + y) * cols + col) / 4 + x];
  __syncthreads();
  if (col + y >= cols || row + 4 * x >= rows) return;
  float4 v;
  for (unsigned turn = 0; turn < 8; ++turn) {
    if (turn != x) continue;
    const float* at = tile + 32 * 4 * x + y;
    v = make_float4(at[0], at[32], at[64], at[96]);
  }
  out[((col + y) * rows + row) / 4 + x] = v;
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows * cols == 0) return;
  turned<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(8, 32)>>>(
      reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out), rows, cols);
}
