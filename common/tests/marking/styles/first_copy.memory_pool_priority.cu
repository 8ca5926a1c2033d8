// There and back by way of a memory pool that keeps what it has, in a stream of high priority, with the time taken.
#include "exercise.hpp"

#include <cstdint>
#include <cstdio>
#include <utility>

#define OK(expression)                                             \
  if (cudaError_t e = (expression); e != cudaSuccess) {            \
    printf("%s failed: %s\n", #expression, cudaGetErrorString(e)); \
    return;                                                        \
  }

__global__ void halve_kernel(const double* in, double* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = ldexp(in[i], -1);
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  int device = 0, lowest = 0, highest = 0;
  cudaMemPool_t pool{};
  cudaStream_t stream{};
  cudaEvent_t begin{}, end{};
  uint64_t keep = UINT64_MAX;
  double *d_in = nullptr, *d_out = nullptr;
  const size_t bytes = size_t(count) * sizeof *in;

  OK(cudaGetDevice(&device));
  OK(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
  OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, highest));
  OK(cudaDeviceGetDefaultMemPool(&pool, device));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));

  OK(cudaMallocFromPoolAsync((void**)&d_in, bytes, pool, stream));
  OK(cudaMallocFromPoolAsync((void**)&d_out, bytes, pool, stream));
  OK(cudaMemcpyAsync(d_in, in, bytes, cudaMemcpyHostToDevice, stream));
  OK(cudaEventRecord(begin, stream));
  halve_kernel<<<(count + 127) / 128, 128, 0, stream>>>(d_in, d_out, count);
  OK(cudaPeekAtLastError());
  OK(cudaEventRecord(end, stream));
  OK(cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(d_in, stream));
  OK(cudaFreeAsync(d_out, stream));
  OK(cudaStreamSynchronize(stream));

  float ms = 0;
  OK(cudaEventElapsedTime(&ms, begin, end));
  fprintf(stderr, "halved %d numbers in %.3f ms\n", count, ms);
  OK(cudaEventDestroy(begin));
  OK(cudaEventDestroy(end));
  OK(cudaStreamDestroy(stream));
}
