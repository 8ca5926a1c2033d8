// Accesses past the end of a thread's own array that is known by a reference, or is a member of a structure.
// expect-hazard: out-of-bounds parameter
// expect-hazard: out-of-bounds constant
// expect-hazard: out-of-bounds row
// expect-hazard: out-of-bounds each
// expect-hazard: out-of-bounds alias
// expect-hazard: out-of-bounds lambda
// expect-hazard: out-of-bounds push
// expect-hazard: out-of-bounds top
// expect-hazard: out-of-bounds inner
// expect-hazard: out-of-bounds pointed
// expect-hazard: out-of-bounds last
// expect-words: element 4 of an array of its own that has 4
// expect-exit: 3
#include "../lens_check.hpp"

template <class T, int N>
__device__ T sum_of(const T (&values)[N], int n) {
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += values[k];  // @parameter
  return sum;
}

template <int N>
__device__ unsigned char second(unsigned char (&bytes)[N]) {
  return bytes[1];  // @constant
}

class Stack {
 public:
  __device__ void push(int value) {
    items[count++] = value;  // @push
  }
  __device__ int top() const;

 private:
  int items[4] = {}, count = 0;
};
__device__ int Stack::top() const {
  return this->items[count];  // @top
}

struct Box {
  short low[3], high[3];
};

__device__ int width(const Box* box, int axis) {
  return box->high[axis] - box->low[axis];  // @pointed
}

__global__ void walk(const int* in, int* out, int n) {
  int window[4] = {1, 2, 3, 4};
  long long sum = sum_of(window, n);
  unsigned char byte[1] = {7};
  sum += second(byte);
  double table[2][3] = {};
  auto& row = table[n % 2];
  row[in[threadIdx.x] % 2 + 2] = 1.0;                                                 // @row
  for (auto& each : table) sum += static_cast<int>(each[n - 1 + (threadIdx.x & 0)]);  // @each
  int(&alias)[4] = window;
  alias[n] += 1;                                                      // @alias
  const auto lambda = [n](unsigned(&seen)[2]) { seen[n / 2] = 1u; };  // @lambda
  unsigned seen[2] = {};
  lambda(seen);
  Stack stack;
  for (int k = 0; k < n + 1; ++k) stack.push(k);
  sum += stack.top();
  Box boxes[2] = {};
  for (int k = 0; k < 2; ++k)
    for (int axis = 0; axis < n; ++axis) boxes[k].low[axis] = static_cast<short>(in[axis]);  // @inner
  sum += width(&boxes[0], n - 1);
  out[32 * blockIdx.x + threadIdx.x] = static_cast<int>(sum) + window[4];  // @last
}

int main() {
  const int n = 64;
  int in[n];
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(in)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  walk<<<2, 32>>>(d_in, d_out, 5);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return 0;
}
