// expect-exit: 139
#include <cuda_runtime.h>

__global__ void nothing() {}

// A fault of host code stays what it is, also after a launch.
int main() {
  nothing<<<1, 1>>>();
  volatile int* null = nullptr;
  return *null;
}
