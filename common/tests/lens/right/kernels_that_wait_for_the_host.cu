// Kernels that wait for what the host does after their launch: it stores to page-locked memory, or to managed memory.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void double_when_told(const volatile int* flag, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (*flag == 0) {
  }
  if (i < n) out[i] = 2 * i;
}

/// Answers each question of the host, which waits for the answer before it asks again.
__global__ void answer(const volatile int* question, volatile int* answer, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    while (*question != round) {
    }
    *answer = 10 * round;
  }
}

int main() {
  const int n = 300, rounds = 3;
  int *page_locked, *managed, *out, wrong = 0;
  cudaEvent_t done;
  CHECK(cudaMallocHost(&page_locked, 2 * sizeof(int)));
  CHECK(cudaMallocManaged(&managed, sizeof(int)));
  CHECK(cudaMallocManaged(&out, n * sizeof(int)));
  CHECK(cudaEventCreate(&done));

  volatile int* question = page_locked;
  const volatile int* reply = page_locked + 1;
  page_locked[0] = page_locked[1] = 0;
  answer<<<1, 1>>>(page_locked, page_locked + 1, rounds);
  for (int round = 1; round <= rounds; ++round) {
    *question = round;
    while (*reply != 10 * round) {
    }
  }
  CHECK(cudaDeviceSynchronize());

  *managed = 0;
  double_when_told<<<3, 100>>>(managed, out, n);
  CHECK(cudaEventRecord(done));
  wrong += cudaEventQuery(done) != cudaErrorNotReady;
  *static_cast<volatile int*>(managed) = 1;
  CHECK(cudaEventSynchronize(done));
  CHECK(cudaEventQuery(done));
  for (int i = 0; i < n; ++i) wrong += out[i] != 2 * i;

  CHECK(cudaFreeHost(page_locked));
  CHECK(cudaFree(managed));
  CHECK(cudaFree(out));
  CHECK(cudaEventDestroy(done));
  return wrong == 0 ? 0 : 1;
}
