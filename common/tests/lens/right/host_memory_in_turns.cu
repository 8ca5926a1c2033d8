// Two page-locked buffers in turn: the host fills one while the other's copy is on its way, and waits for each before it
// uses it again. A host function in the stream reads what the stream has copied. Managed memory is read after a wait.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void add(const int* x, int* sum) { sum[threadIdx.x] += x[threadIdx.x]; }

struct Seen {
  const int* values;
  int count;
  long total;
};

void CUDART_CB look(void* data) {
  Seen& seen = *static_cast<Seen*>(data);
  for (int i = 0; i < seen.count; ++i) seen.total += seen.values[i];
}

int main() {
  const int n = 64, rounds = 6;
  int *d_x[2], *x[2], *sum, *result;
  cudaStream_t stream;
  cudaEvent_t copied[2];
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMallocManaged(&sum, n * sizeof(int)));
  CHECK(cudaMallocHost(&result, n * sizeof(int)));
  for (int i = 0; i < n; ++i) sum[i] = 0;
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMalloc(&d_x[i], n * sizeof(int)));
    CHECK(cudaMallocHost(&x[i], n * sizeof(int)));
    CHECK(cudaEventCreate(&copied[i]));
  }
  for (int round = 0; round < rounds; ++round) {
    const int turn = round % 2;
    CHECK(cudaEventSynchronize(copied[turn]));
    for (int i = 0; i < n; ++i) x[turn][i] = round + i;
    CHECK(cudaMemcpyAsync(d_x[turn], x[turn], n * sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(copied[turn], stream));
    add<<<1, n, 0, stream>>>(d_x[turn], sum);
  }
  Seen seen = {result, n, 0};
  CHECK(cudaMemcpyAsync(result, sum, n * sizeof(int), cudaMemcpyDefault, stream));
  CHECK(cudaLaunchHostFunc(stream, look, &seen));
  CHECK(cudaStreamSynchronize(stream));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, copied[0], copied[1]));
  long total = 0;
  for (int i = 0; i < n; ++i) total += sum[i];
  const long expected = rounds * (rounds - 1) / 2 * n + rounds * (n * (n - 1) / 2);
  CHECK(cudaFree(sum));
  CHECK(cudaFreeHost(result));
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaFree(d_x[i]));
    CHECK(cudaFreeHost(x[i]));
    CHECK(cudaEventDestroy(copied[i]));
  }
  CHECK(cudaStreamDestroy(stream));
  return total == expected && seen.total == expected && milliseconds >= 0 ? 0 : 1;
}
