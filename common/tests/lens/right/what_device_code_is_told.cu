// malloc that meets cudaLimitMallocHeapSize returns null; printf returns the number of its arguments.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void ask(int* told, std::size_t bytes) {
  void* fits = malloc(64);
  void* too_large = malloc(bytes);
  told[0] = fits != nullptr;
  told[1] = too_large == nullptr;
  free(too_large);
  free(fits);
  told[2] = printf("%s%s", "", "");
}

int main() {
  const std::size_t heap = 1 << 20;
  int told[3];
  int* d_told;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, heap));
  CHECK(cudaMalloc(&d_told, sizeof(told)));
  ask<<<1, 1>>>(d_told, 64 * heap);
  CHECK(cudaMemcpy(told, d_told, sizeof(told), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_told));
  return told[0] == 1 && told[1] == 1 && told[2] == 2 ? 0 : 1;
}
