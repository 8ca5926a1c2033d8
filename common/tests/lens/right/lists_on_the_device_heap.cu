// Nodes, arrays and objects with destructors from the device's heap, freed again and again, so that memory comes back to other
// threads; one thread allocates for its block, and one frees. A later launch frees what an earlier one has allocated.
// expect-exit: 0
#include "../lens_check.hpp"

struct Node {
  __device__ Node(int v, Node* n) : value(v), next(n) {}
  __device__ ~Node() { value = -1; }
  int value;
  Node* next;
};

__global__ void sum_lists(int* total, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    Node* head = nullptr;
    for (int k = 0; k < n; ++k) head = new Node(k + i, head);
    while (head != nullptr) {
      Node* gone = head;
      head = head->next;
      sum += gone->value;
      delete gone;
    }
  }
  int* own = new int[n];
  for (int k = 0; k < n; ++k) own[k] = k;
  for (int k = 0; k < n; ++k) sum += own[k];
  delete[] own;
  __shared__ int* turned;
  if (threadIdx.x == 0) turned = static_cast<int*>(std::malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  turned[threadIdx.x] = sum;
  __syncthreads();
  total[i] = turned[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) std::free(turned);
}

__device__ int* kept;
__global__ void keep(int value) {
  kept = static_cast<int*>(malloc(sizeof(int)));
  *kept = value;
}
__global__ void take(int* value) {
  *value = *kept;
  free(kept);
}

int main() {
  const int n = 4, threads = 64, blocks = 3;
  int total[blocks * threads];
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(total)));
  sum_lists<<<blocks, threads>>>(d_total, n);
  CHECK(cudaMemcpy(total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < blocks * threads; ++i) {
    const int other = i / threads * threads + threads - 1 - i % threads;
    right = right && total[i] == 3 * (n * other + n * (n - 1) / 2) + n * (n - 1) / 2;
  }
  keep<<<1, 1>>>(7);
  take<<<1, 1>>>(d_total);
  CHECK(cudaMemcpy(total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return right && total[0] == 7 ? 0 : 1;
}
