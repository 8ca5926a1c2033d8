// Pitched and managed memory need cudaFree as well.
// expect-hazard: leak a
// expect-hazard: leak b
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void fill(char* rows, size_t pitch, int* count) {
  rows[threadIdx.y * pitch + threadIdx.x] = 1;
  if (threadIdx.x == 0 && threadIdx.y == 0) *count = 12;
}

int main() {
  char* rows;
  int* count;
  size_t pitch = 0;
  CHECK(cudaMallocPitch(&rows, &pitch, 4, 3));    // @a
  CHECK(cudaMallocManaged(&count, sizeof(int)));  // @b
  fill<<<1, dim3(4, 3)>>>(rows, pitch, count);
  CHECK(cudaDeviceSynchronize());
  return *count == 12 ? 0 : 1;
}
