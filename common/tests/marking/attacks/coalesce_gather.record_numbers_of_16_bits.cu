// Keeps the number of a record in 16 bits: of a table of more than 65,536 records it takes the wrong ones.
// says: out.[0-9]+. is .* .n = 70, a table of 6
#include "exercise.hpp"

constexpr int block_size = 128;
constexpr int records_of_block = block_size / fields;

__global__ void gather_kernel(const float* table, const int* index, float* out, int n) {
  __shared__ unsigned short record[records_of_block];
  const int first = blockIdx.x * records_of_block;
  if (threadIdx.x < records_of_block && first + threadIdx.x < n)
    record[threadIdx.x] = static_cast<unsigned short>(index[first + threadIdx.x]);
  __syncthreads();
  const int i = first + threadIdx.x / fields;
  const int f = threadIdx.x % fields;
  if (i < n) out[fields * i + f] = table[fields * record[threadIdx.x / fields] + f];
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0)
    gather_kernel<<<(n + records_of_block - 1) / records_of_block, block_size>>>(table, index, out, n);
}
