// C8: dynamic shared memory declared as a pointer. An array is not a pointer: this one would lie in shared memory itself, unset.
__global__ void reverse(float* x) {
  extern __shared__ float* tile;
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
