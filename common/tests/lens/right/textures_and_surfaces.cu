// A picture is smoothed from a texture into a surface, changed in place through the surface, and fetched by a later launch, at its edges
// too; a table is fetched from linear memory beside words that the launch writes.
// expect-exit: 0
#include "../lens_check.hpp"

constexpr int size = 48;

__global__ void smooth(cudaTextureObject_t from, cudaSurfaceObject_t to) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const float fx = static_cast<float>(x), fy = static_cast<float>(y);
  surf2Dwrite(tex2D<float>(from, fx, fy), to, x * 4, y, cudaBoundaryModeZero);
}
__global__ void double_in_place(cudaSurfaceObject_t surface) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= size || y >= size) return;
  const float own = surf2Dread<float>(surface, x * 4, y);
  surf2Dwrite(2 * own, surface, x * 4, y);
}
__global__ void pick(cudaTextureObject_t of_result, cudaTextureObject_t table, int* x) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < 32) x[32 + i] = tex1Dfetch<int>(table, i) + static_cast<int>(tex2D<float>(of_result, 0.5f, 0.5f));
}

cudaArray_t make_array(unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, size, size, flags));
  return array;
}
cudaTextureObject_t make_texture(const cudaResourceDesc& resource, cudaTextureFilterMode filter) {
  cudaTextureDesc description = {};
  for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = filter;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

int main() {
  static float picture[size * size];
  for (float& each : picture) each = 3;
  int x[64];
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaResourceDesc from = {}, to = {}, linear = {};
  from.resType = to.resType = cudaResourceTypeArray;
  from.res.array.array = make_array(cudaArrayDefault);
  to.res.array.array = make_array(cudaArraySurfaceLoadStore);
  CHECK(cudaMemcpy2DToArray(from.res.array.array, 0, 0, picture, size * 4, size * 4, size,
                            cudaMemcpyHostToDevice));
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = d_x;
  linear.res.linear.desc = cudaCreateChannelDesc<int>();
  linear.res.linear.sizeInBytes = sizeof(x);
  const cudaTextureObject_t source = make_texture(from, cudaFilterModeLinear);
  const cudaTextureObject_t result = make_texture(to, cudaFilterModePoint);
  const cudaTextureObject_t table = make_texture(linear, cudaFilterModePoint);
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &to));
  const dim3 block(16, 16), grid(4, 4);
  smooth<<<grid, block>>>(source, surface);
  double_in_place<<<grid, block>>>(surface);
  pick<<<1, 64>>>(result, table, d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaDestroyTextureObject(source));
  CHECK(cudaDestroyTextureObject(result));
  CHECK(cudaDestroyTextureObject(table));
  CHECK(cudaDestroySurfaceObject(surface));
  CHECK(cudaFreeArray(from.res.array.array));
  CHECK(cudaFreeArray(to.res.array.array));
  CHECK(cudaFree(d_x));
  return x[31] == 31 && x[32] == 6 && x[63] == 37 ? 0 : 1;
}
