// What waiting costs: every thread takes one lock, and whoever finds it taken looks again.
//
// Run   lock BLOCKS, of 256 threads
#include <cuda_runtime.h>

#include <cstdlib>

#include "timed.hpp"

__global__ void count_up(int* lock, unsigned* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

int main(int, char** words) {
  const unsigned blocks = std::atoi(words[1]), block = 256;
  int* lock;
  unsigned* counter;
  cudaMalloc(&lock, sizeof *lock);
  cudaMalloc(&counter, sizeof *counter);
  cudaMemset(lock, 0, sizeof *lock);
  cudaMemset(counter, 0, sizeof *counter);
  const bool ended = timed([&] { count_up<<<blocks, block>>>(lock, counter); });
  unsigned found = 0;
  cudaMemcpy(&found, counter, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(lock);
  cudaFree(counter);
  return ended && found == blocks * block ? 0 : 1;
}
