// Both ends of a swap free the same pointer, in a loop: the second call fails, unnoticed, and the other buffer stays.
// expect-hazard: unchecked-error free
// expect-words: the pointer is not the start of a device allocation, or was freed before
// expect-hazard: leak second
// expect-exit: 3
#include "../lens_check.hpp"

int main() {
  int *first, *second;
  CHECK(cudaMalloc(&first, 64));
  CHECK(cudaMalloc(&second, 64));  // @second
  second = first;
  for (int* each : {first, second}) cudaFree(each);  // @free
  return 0;
}
