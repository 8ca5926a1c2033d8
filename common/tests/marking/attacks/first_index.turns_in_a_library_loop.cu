// The lanes of a warp store one after the other, in a loop of std::for_each: loops of the library's headers have no marks.
// says: calling a __host__ function."std::for_each
#include <algorithm>
#include "exercise.hpp"

__constant__ int turns[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

__global__ void number_kernel(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  std::for_each(turns, turns + 32, [=](int turn) {
    if (turn == lane) out[i] = i;
  });
}
void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
