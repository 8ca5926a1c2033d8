// Of an array only the first row is filled, but both are fetched; another array is never freed; and a fetch runs past linear memory, where
// the texture gives 0.
// expect-hazard: uninitialized-global fetch
// expect-hazard: leak lost
// expect-note: fetch-out-of-range past
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void add_rows(cudaTextureObject_t texture, cudaTextureObject_t line, float* out) {
  const float x = static_cast<float>(threadIdx.x) + 0.5f;
  const float sum = tex2D<float>(texture, x, 0.5f) + tex2D<float>(texture, x, 1.5f);    // @fetch
  out[threadIdx.x] = sum + tex1Dfetch<float>(line, static_cast<int>(threadIdx.x) + 1);  // @past
}

int main() {
  const float x[32] = {};
  float *d_x, *d_out;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  CHECK(cudaMallocArray(&array, &format, 8, 8));  // @lost
  CHECK(cudaMallocArray(&array, &format, 32, 2));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, x, sizeof(x), sizeof(x), 1, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = d_x;
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = sizeof(x);
  const cudaTextureDesc plain = {};
  cudaTextureObject_t texture, line;
  CHECK(cudaCreateTextureObject(&texture, &resource, &plain, nullptr));
  CHECK(cudaCreateTextureObject(&line, &linear, &plain, nullptr));
  add_rows<<<1, 32>>>(texture, line, d_out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaDestroyTextureObject(line));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return 0;
}
