// The kernel writes its result through the address of a variable on the host's stack.
// expect-hazard: out-of-bounds|host-access a
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void answer(int* result) {
  *result = 42;  // @a
}

int main() {
  int result = 0;
  answer<<<1, 1>>>(&result);
  CHECK(cudaDeviceSynchronize());
  return result == 42 ? 0 : 1;
}
