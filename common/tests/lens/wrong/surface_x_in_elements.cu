// The x of a surface counts bytes: here it counts floats, so threads meet at odd bytes. And it runs past the row where it is multiplied
// twice, which stops the kernel.
// expect-hazard: misaligned elements
// expect-hazard: out-of-bounds twice
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void fill_by_elements(cudaSurfaceObject_t surface) {
  const int x = static_cast<int>(threadIdx.x);
  if (x % 4 == 1) surf2Dwrite(1.0f, surface, x, 0);  // @elements
}
__global__ void fill_too_far(cudaSurfaceObject_t surface) {
  const int x = static_cast<int>(threadIdx.x * sizeof(float));
  surf2Dwrite(1.0f, surface, x * static_cast<int>(sizeof(float)), 1);  // @twice
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 32, 2, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  fill_by_elements<<<1, 32>>>(surface);
  CHECK(cudaDeviceSynchronize());
  fill_too_far<<<1, 32>>>(surface);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
