// cancelled_blocks: can blocks that are done take over the work of blocks that have not begun?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Blackwell  Cluster launch control: a running block asks the scheduler to cancel a block that has not started, gets
//            that block's index, and does its work. So a kernel prepares once per resident block, as one that walks
//            over the grid does (grid stride), and unequal blocks still balance, as with one block per piece of work.
//            `for_each_canceled_block` of CUDA 13's libcu++ does it, and calls the function once for each
//            block where the GPU is older.
// Expect     Each piece of work is done exactly once on every GPU. `prepared` counts how many blocks ran: all of
//            them before Blackwell, about as many as fit on the GPU together on Blackwell.
// Run        nvcc -O3 -std=c++20 -arch=native docs/blackwell/cancelled_blocks.cu && ./a.out 100000
//            The simulator does not have it.
// Source     CUDA Programming Guide, "Work Stealing with Cluster Launch Control"

#include <cstdio>
#include <cstdlib>
#include <cuda/work_stealing>
#include <vector>

#define CUDA_CHECK(call)                                                                  \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

constexpr int block = 128;

namespace cuda::device {}  // namespace cuda::device

// Each piece of work adds 1 to its counters, a number of times that differs from piece to piece.
__global__ void work(int* done, int* prepared) {
  using namespace cuda;
  using namespace cuda::device;
  __shared__ float table[block];  // in a real kernel: tables, barriers, allocations
  table[threadIdx.x] = 1.0F / (1 + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(prepared, 1);
  for_each_canceled_block<1>([&](dim3 piece) {
    float sum = 0;
    for (unsigned k = 0; k < piece.x % 1000; ++k) sum += table[(threadIdx.x + k) % block];
    if (sum >= 0) atomicAdd(&done[piece.x], 1);  // always true; keeps the loop
  });
}

int main(int argc, char** argv) {
  const int pieces = argc == 2 ? std::atoi(argv[1]) : 1000;
  if (argc > 2 || pieces < 1) {
    std::fprintf(stderr, "usage: cancelled_blocks [PIECES OF WORK, at least 1]\n");
    return 2;
  }
  int *d_done, *d_prepared;
  CUDA_CHECK(cudaMalloc(&d_done, pieces * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&d_prepared, sizeof(int)));
  CUDA_CHECK(cudaMemset(d_done, 0, pieces * sizeof(int)));
  CUDA_CHECK(cudaMemset(d_prepared, 0, sizeof(int)));
  work<<<pieces, block>>>(d_done, d_prepared);
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> done(pieces);
  int prepared = 0;
  CUDA_CHECK(cudaMemcpy(done.data(), d_done, pieces * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&prepared, d_prepared, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_done));
  CUDA_CHECK(cudaFree(d_prepared));
  int wrong = 0;
  for (const int times : done)
    if (times != block) ++wrong;
  std::printf("%d pieces, %d blocks ran: %d wrong\n", pieces, prepared, wrong);
  return wrong == 0 && prepared >= 1 && prepared <= pieces ? 0 : 1;
}
