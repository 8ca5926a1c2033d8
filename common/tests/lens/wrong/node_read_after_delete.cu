// The list is taken apart node by node, and the way to the next node is looked up in the one that is gone.
// expect-hazard: use-after-free a b
// expect-exit: 1|3
#include "../lens_check.hpp"

struct Node {
  int value;
  Node* next;
};

__global__ void sum_list(int* total, int n) {
  Node* head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node{i, head};
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += head->value;
    delete head;        // @b
    head = head->next;  // @a
  }
  *total = sum;
}

int main() {
  const int n = 4;
  int total = 0;
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  sum_list<<<1, 1>>>(d_total, n);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return total == n * (n - 1) / 2 ? 0 : 1;
}
