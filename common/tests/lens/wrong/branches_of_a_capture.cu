// Two streams of one capture: the second is forked before the first writes what it reads, so its node does not wait for that one.
// expect-hazard: race-stream a b
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);  // @a
}
__global__ void mirror(const int* x, int* y) {
  y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x];  // @b
}

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_y;
  cudaStream_t first, second;
  cudaEvent_t forked, mirrored;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&mirrored, cudaEventDisableTiming));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemset(d_x, 0, n * sizeof(int)));
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(forked, first));
  CHECK(cudaStreamWaitEvent(second, forked, 0));
  number<<<1, n, 0, first>>>(d_x);
  mirror<<<1, n, 0, second>>>(d_x, d_y);
  CHECK(cudaEventRecord(mirrored, second));
  CHECK(cudaStreamWaitEvent(first, mirrored, 0));
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaMemcpyAsync(y, d_y, sizeof(y), cudaMemcpyDeviceToHost, first));
  CHECK(cudaStreamSynchronize(first));
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaEventDestroy(forked));
  CHECK(cudaEventDestroy(mirrored));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
