// Graphs whose nodes share buffers, and depend on each other where they do: by the events of a capture, by named dependencies, in a graph
// within a graph. A graph's launches wait for each other, in whatever streams.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void number(int* x, int from) { x[threadIdx.x] = from + static_cast<int>(threadIdx.x); }
__global__ void mirror(const int* x, int* y) { y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x]; }
__global__ void add(const int* x, const int* y, int* sum) {
  sum[threadIdx.x] += x[threadIdx.x] + y[threadIdx.x];
}

constexpr int n = 64;

cudaGraph_t capture(int* x, int* y, int* sum, cudaStream_t first, cudaStream_t second) {
  cudaEvent_t forked, mirrored;
  cudaGraph_t graph;
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&mirrored, cudaEventDisableTiming));
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  number<<<1, n, 0, first>>>(x, 0);
  CHECK(cudaEventRecord(forked, first));
  CHECK(cudaStreamWaitEvent(second, forked, 0));
  mirror<<<1, n, 0, second>>>(x, y);
  CHECK(cudaMemsetAsync(sum, 0, n * sizeof(int), first));
  CHECK(cudaEventRecord(mirrored, second));
  CHECK(cudaStreamWaitEvent(first, mirrored, 0));
  add<<<1, n, 0, first>>>(x, y, sum);
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaEventDestroy(forked));
  CHECK(cudaEventDestroy(mirrored));
  return graph;
}

int main() {
  int on_host[n];
  int *x, *y, *sum;
  cudaStream_t first, second;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  CHECK(cudaMalloc(&y, n * sizeof(int)));
  CHECK(cudaMalloc(&sum, n * sizeof(int)));

  const cudaGraph_t captured = capture(x, y, sum, first, second);
  cudaGraph_t graph;
  cudaGraphNode_t all, left, right_half, copy;
  cudaGraphExec_t executable;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphAddChildGraphNode(&all, graph, nullptr, 0, captured));
  cudaKernelNodeParams adding = {};
  adding.func = (void*)add;
  adding.gridDim = dim3(1);
  adding.blockDim = dim3(n / 2);
  void* arguments[] = {&x, &y, &sum};
  adding.kernelParams = arguments;
  CHECK(cudaGraphAddKernelNode(&left, graph, &all, 1, &adding));
  int* const halves[] = {x + n / 2, y + n / 2, sum + n / 2};
  void* others[] = {(void*)&halves[0], (void*)&halves[1], (void*)&halves[2]};
  adding.kernelParams = others;
  CHECK(cudaGraphAddKernelNode(&right_half, graph, &all, 1, &adding));
  const cudaGraphNode_t both[] = {left, right_half};
  CHECK(
      cudaGraphAddMemcpyNode1D(&copy, graph, both, 2, on_host, sum, sizeof(on_host), cudaMemcpyDeviceToHost));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, first));
  CHECK(cudaGraphLaunch(executable, second));
  CHECK(cudaGraphLaunch(executable, nullptr));
  CHECK(cudaStreamSynchronize(nullptr));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && on_host[i] == 2 * (n - 1);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(captured));
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  CHECK(cudaFree(sum));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  return right ? 0 : 1;
}
