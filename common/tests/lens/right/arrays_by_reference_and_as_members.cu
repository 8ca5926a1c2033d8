// Arrays that are members, or known by a reference: a thread's own within bounds, and those in shared and global memory whose indices pass
// the end of a row or of the declared size, which stay within the variable or the allocation.
// expect-exit: 0
#include <cstdlib>
#include <new>

#include "../lens_check.hpp"

template <class T, int N>
__device__ T sum_of(const T (&values)[N]) {
  T sum = 0;
  for (int k = 0; k < N; ++k) sum += values[k];
  return sum;
}

struct Matrix {
  float rows[4][4];
  __host__ __device__ float& at(int i, int j) { return rows[i][j]; }
  __device__ const float* end() const { return &rows[4][0]; }
};

/// As long as its allocation.
struct Line {
  int length;
  int items[1];
};

struct Stack {
  int items[4] = {};
  int count = 0;
  __device__ void push(int value) {
    if (count < 4) items[count++] = value;
  }
};

template <class F>
__device__ void with(F function) {
  int own[3] = {1, 2, 3};
  function(own);
}

__device__ int sum_to(const int* begin, const int* end) {
  int sum = 0;
  for (; begin != end; ++begin) sum += *begin;
  return sum;
}

__global__ void walk(const Line* line, int* out, Matrix of_launch) {
  __shared__ Matrix tile;
  __shared__ float flat[2][16];
  const int t = static_cast<int>(threadIdx.x);
  tile.rows[0][t] = static_cast<float>(t);  // all four rows
  auto& all = flat[0];
  all[t + 16] = all[t] = 1;  // both rows
  __syncthreads();
  Matrix own = tile;
  float sum = sum_of(own.rows[t % 4]) + sum_of(flat[1]) + of_launch.at(t / 4, t % 4);
  for (const auto& row : own.rows) sum += row[t % 4];
  Stack stack;
  for (int k = 0; k < 6; ++k) stack.push(line->items[k]);
  int count = sum_to(stack.items, &stack.items[4]) + t & stack.items[t % 4];
  with([&](int(&of_lambda)[3]) { count += of_lambda[t % 3]; });
  Stack stacks[2];
  stacks[t & 1].items[t & 3] = static_cast<int>(own.end() - own.rows[0]);
  Stack* const second = &stacks[1];
  out[t] = static_cast<int>(sum) + count + second->items[t & 3];
}

int main() {
  constexpr int n = 6;
  alignas(Line) char storage[sizeof(Line) + n * sizeof(int)];
  Line* line = new (storage) Line{n, {0}};
  char *d_line, *d_out;
  for (int i = 0; i < n; ++i) *(line->items + i) = i;
  CHECK(cudaMalloc(&d_line, sizeof(storage)));
  CHECK(cudaMalloc(&d_out, 16 * sizeof(int)));
  CHECK(cudaMemcpy(d_line, storage, sizeof(storage), cudaMemcpyHostToDevice));
  walk<<<1, 16>>>(reinterpret_cast<const Line*>(d_line), reinterpret_cast<int*>(d_out), Matrix{});
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_line));
  CHECK(cudaFree(d_out));
  return 0;
}
