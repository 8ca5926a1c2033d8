// A device struct holds pointers to other device memory and a count that one launch leaves for the next.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

struct Stack {
  int* items;
  int count;
};

__global__ void open(Stack* stack, int* items) {
  stack->items = items;
  stack->count = 0;
}
__global__ void push(Stack* stack) {
  const int place = atomicAdd(&stack->count, 1);
  stack->items[place] = static_cast<int>(threadIdx.x) + 1;
}
__global__ void add_up(const Stack* stack, int* sum) {
  for (int i = threadIdx.x; i < stack->count; i += blockDim.x) atomicAdd(sum, stack->items[i]);
}

int main() {
  const int n = 80;
  int sum = 0;
  int *d_items, *d_sum;
  Stack* d_stack;
  CHECK(cudaMalloc(&d_items, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMalloc(&d_stack, sizeof(Stack)));
  CHECK(cudaMemset(d_sum, 0, sizeof(int)));
  open<<<1, 1>>>(d_stack, d_items);
  push<<<1, n>>>(d_stack);
  add_up<<<2, 16>>>(d_stack, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_items));
  CHECK(cudaFree(d_sum));
  CHECK(cudaFree(d_stack));
  return sum == n * (n + 1) ? 0 : 1;
}
