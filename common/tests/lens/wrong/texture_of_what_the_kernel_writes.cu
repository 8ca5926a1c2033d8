// A texture of linear memory, and a surface, are read in the launch that writes them: after a barrier, and by the writing thread.
// expect-hazard: stale-read store fetch
// expect-hazard: stale-read write read
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void neighbour(int* x, cudaTextureObject_t texture) {
  const int i = static_cast<int>(threadIdx.x);
  x[i] = i;  // @store
  __syncthreads();
  const int next = tex1Dfetch<int>(texture, (i + 1) % 64);  // @fetch
  if (next < 0) printf("%d\n", next);
}
__global__ void twice(cudaSurfaceObject_t surface, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  surf1Dwrite(2 * i, surface, i * 4);        // @write
  out[i] = surf1Dread<int>(surface, i * 4);  // @read
}

int main() {
  int x[64];
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemset(d_x, 0, sizeof(x)));
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = d_x;
  linear.res.linear.desc = cudaCreateChannelDesc<int>();
  linear.res.linear.sizeInBytes = sizeof(x);
  const cudaTextureDesc plain = {};
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &linear, &plain, nullptr));
  neighbour<<<1, 64>>>(d_x, texture);

  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &linear.res.linear.desc, 64, 0, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  twice<<<1, 64>>>(surface, d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaDestroySurfaceObject(surface));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(d_x));
  return x[3] == 6 ? 0 : 1;
}
