// A thread's own arrays, indexed by the loop and by the data, within bounds; the address past the end is only compared with; an inner
// pointer has the name of an outer array.
// expect-exit: 0
#include "../lens_check.hpp"

struct Stack {
  int items[4];
};

__global__ void fold(const int* in, int* out, int n) {
  int window[4], count = 0;
  for (int k = 0; k < 4; ++k) window[k] = in[(threadIdx.x + k) % n];
  for (const int* at = window; at != &window[n / 16]; ++at) count += *at;
  unsigned bins[8] = {};
  bins[in[threadIdx.x] & 7] += 1;
  Stack stack{};
  stack.items[count & 3] = 1;
  {
    const int* window = in;
    count += window[threadIdx.x];
  }
  const auto last = [&](int k) { return window[k & 3]; };
  out[threadIdx.x] = count + static_cast<int>(bins[count & 7]) + stack.items[count & 3] + last(count);
}

int main() {
  const int n = 64;
  int in[n];
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(in)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  fold<<<1, n>>>(d_in, d_out, n);
  CHECK(cudaMemcpy(in, d_out, sizeof(in), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return in[0] > 0 ? 0 : 1;
}
