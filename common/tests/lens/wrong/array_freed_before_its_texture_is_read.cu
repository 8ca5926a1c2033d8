// The array goes before the launch that fetches from its texture.
// expect-hazard: use-after-free fetch free
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void copy(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, static_cast<float>(threadIdx.x) + 0.5f, 0.5f);  // @fetch
}

int main() {
  const float x[32] = {};
  float* d_out;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMalloc(&d_out, sizeof(x)));
  CHECK(cudaMallocArray(&array, &format, 32, 1));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, x, sizeof(x), sizeof(x), 1, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc plain = {};
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));
  CHECK(cudaFreeArray(array));  // @free
  copy<<<1, 32>>>(texture, d_out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(d_out));
  return 0;
}
