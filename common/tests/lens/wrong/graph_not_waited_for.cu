// A launched graph returns at once: the host reads what its copy is to bring, an ordinary array, before it has waited.
// expect-hazard: not-waited-for b a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  const int n = 64;
  std::vector<int> x(n);
  int* d_x;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  number<<<1, n, 0, stream>>>(d_x);
  CHECK(cudaMemcpyAsync(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));  // @a
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && x[i] == i;  // @b
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaFree(d_x));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
