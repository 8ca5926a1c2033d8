// A graph made node by node: the copy names no node that it depends on, and so does not wait for the kernel. The kernel does not wait
// for the fill either.
// expect-hazard: race-stream a b
// expect-hazard: race-stream c a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) {
  x[threadIdx.x] += static_cast<int>(threadIdx.x);  // @a
}

int main() {
  const int n = 64;
  int *d_x, *x;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaGraphNode_t fill, kernel, copy;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMallocHost(&x, n * sizeof(int)));
  CHECK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams zeros = {};
  zeros.dst = d_x;
  zeros.elementSize = sizeof(int);
  zeros.width = n;
  zeros.height = 1;
  CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros));  // @c
  void* arguments[] = {&d_x};
  cudaKernelNodeParams numbering = {};
  numbering.func = reinterpret_cast<void*>(number);
  numbering.gridDim = dim3(1);
  numbering.blockDim = dim3(n);
  numbering.kernelParams = arguments;
  CHECK(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &numbering));
  const std::size_t bytes = n * sizeof(int);
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, x, d_x, bytes, cudaMemcpyDeviceToHost));  // @b
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && x[i] == i;
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaFreeHost(x));
  CHECK(cudaFree(d_x));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
