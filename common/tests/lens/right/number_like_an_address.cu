// A structure among the arguments holds a number, no pointer. By chance, here made certain, it is the address of a thread's variable.
// expect-exit: 0
#include "../lens_check.hpp"

struct Arguments {
  unsigned long long number;
  int* out;
};

__global__ void tell_address(unsigned long long* address) {
  int digits[10];
  for (int i = 0; i < 10; ++i) digits[i] = static_cast<int>(threadIdx.x) + i;
  if (threadIdx.x == 0) *address = reinterpret_cast<unsigned long long>(digits + threadIdx.x % 10);
}

__global__ void count_digits(Arguments arguments) {
  int digits[10];
  for (int i = 0; i < 10; ++i) digits[i] = 0;
  for (unsigned i = threadIdx.x; i > 0; i /= 10) ++digits[i % 10];
  int most = 0;
  for (int i = 1; i < 10; ++i)
    if (digits[i] > digits[most]) most = i;
  arguments.out[threadIdx.x] = most;
}

int main() {
  const int n = 64;
  unsigned long long *d_address, address;
  int *d_out, out[n];
  CHECK(cudaMalloc(&d_address, sizeof(address)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  tell_address<<<1, n>>>(d_address);
  CHECK(cudaMemcpy(&address, d_address, sizeof(address), cudaMemcpyDeviceToHost));
  count_digits<<<1, n>>>(Arguments{address, d_out});
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_address));
  CHECK(cudaFree(d_out));
  for (int i = 0; i < n; ++i) {
    const int want = i < 10 || i % 10 == i / 10 ? i % 10 : i % 10 < i / 10 ? i % 10 : i / 10;
    if (out[i] != want) return 1;
  }
  return 0;
}
