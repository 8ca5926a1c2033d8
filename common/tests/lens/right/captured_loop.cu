// Steps that swap two buffers are captured once and launched many times, with copies before and after; the host changes its array between
// launches that it has waited for, and the graph gets other arguments.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void step(const int* from, int* to, int by) {
  to[threadIdx.x] = from[(threadIdx.x + 1) % blockDim.x] + by;
}

int main() {
  const int n = 96;
  int *x, *y, *on_host;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  CHECK(cudaMalloc(&y, n * sizeof(int)));
  CHECK(cudaMallocHost(&on_host, n * sizeof(int)));
  bool right = true;
  for (int by = 1; by < 4; ++by) {
    for (int i = 0; i < n; ++i) on_host[i] = 0;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpyAsync(x, on_host, n * sizeof(int), cudaMemcpyHostToDevice, stream));
    for (int i = 0; i < 4; ++i) {
      step<<<1, n, 0, stream>>>(x, y, by);
      step<<<1, n, 0, stream>>>(y, x, by);
    }
    CHECK(cudaMemcpyAsync(on_host, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    if (by == 1) {
      CHECK(cudaGraphInstantiate(&executable, graph, 0));
    } else {
      cudaGraphExecUpdateResultInfo result;
      CHECK(cudaGraphExecUpdate(executable, graph, &result));
    }
    CHECK(cudaGraphDestroy(graph));
    for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) right = right && on_host[i] == 3 * 8 * by;
  }
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaFreeHost(on_host));
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
