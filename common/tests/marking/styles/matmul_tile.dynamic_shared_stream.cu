// A stream that does not wait for the default one, events, dynamic shared memory.
#include <cstdio>
#include <cstdlib>
#include "exercise.hpp"

static void HandleError(cudaError_t err, const char* file, int line) {
  if (err != cudaSuccess) {
    printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    exit(EXIT_FAILURE);
  }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

__global__ void MatMul(float* C, const float* A, const float* B, int M, int N, int K) {
  extern __shared__ float mem[];
  const int TILE = blockDim.x;
  float* As = mem;
  float* Bs = mem + TILE * TILE;
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float Cvalue = 0.0f;
  for (int ph = 0; ph < (K + TILE - 1) / TILE; ++ph) {
    As[threadIdx.y * TILE + threadIdx.x] =
        (row < M && ph * TILE + threadIdx.x < K) ? A[row * K + ph * TILE + threadIdx.x] : 0;
    Bs[threadIdx.y * TILE + threadIdx.x] =
        (ph * TILE + threadIdx.y < K && col < N) ? B[(ph * TILE + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) Cvalue += As[threadIdx.y * TILE + k] * Bs[k * TILE + threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = Cvalue;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const int TILE = 16;
  cudaStream_t s;
  HANDLE_ERROR(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaEvent_t start, stop;
  HANDLE_ERROR(cudaEventCreate(&start));
  HANDLE_ERROR(cudaEventCreate(&stop));
  HANDLE_ERROR(cudaEventRecord(start, s));
  dim3 dimBlock(TILE, TILE);
  dim3 dimGrid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  MatMul<<<dimGrid, dimBlock, 2 * TILE * TILE * sizeof(float), s>>>(c, a, b, m, n, k);
  HANDLE_ERROR(cudaGetLastError());
  HANDLE_ERROR(cudaEventRecord(stop, s));
  HANDLE_ERROR(cudaEventSynchronize(stop));
  float ms;
  HANDLE_ERROR(cudaEventElapsedTime(&ms, start, stop));
  printf("Time: %3.1f ms\n", ms);
  HANDLE_ERROR(cudaEventDestroy(start));
  HANDLE_ERROR(cudaEventDestroy(stop));
  HANDLE_ERROR(cudaStreamDestroy(s));
}
