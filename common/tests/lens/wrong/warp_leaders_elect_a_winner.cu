// The first lane of every warp writes its own number to one word: which one stays is a matter of luck.
// expect-hazard: race-shared a a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void elect(int* winner) {
  __shared__ int leader;
  if (threadIdx.x % 32 == 0) leader = static_cast<int>(threadIdx.x);  // @a
  __syncthreads();
  if (threadIdx.x == 0) *winner = leader;
}

int main() {
  int winner = -1;
  int* d_winner;
  CHECK(cudaMalloc(&d_winner, sizeof(int)));
  elect<<<1, 128>>>(d_winner);
  CHECK(cudaMemcpy(&winner, d_winner, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_winner));
  return winner >= 0 && winner < 128 && winner % 32 == 0 ? 0 : 1;
}
