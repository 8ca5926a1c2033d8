// An object with virtual functions is built in shared memory by placement new: its constructor writes the pointer to
// its table, which no line of the source shows, and every thread then calls through it.
// expect-exit: 0
#include <new>

#include "../lens_check.hpp"

constexpr int threads = 64;

struct Shape {
  __device__ virtual int area(int side) const { return side; }
};

struct Square : Shape {
  int scale;
  __device__ explicit Square(int factor) : scale(factor) {}
  __device__ int area(int side) const override { return scale * side * side; }
};

__global__ void areas(int* result) {
  alignas(8) __shared__ unsigned char place[sizeof(Square)];
  __shared__ Shape* shape;
  if (threadIdx.x == 0) shape = new (place) Square(3);
  __syncthreads();
  result[threadIdx.x] = shape->area(static_cast<int>(threadIdx.x));
}

int main() {
  int* device = nullptr;
  int host[threads];
  CHECK(cudaMalloc(&device, sizeof host));
  areas<<<1, threads>>>(device);
  CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  for (int i = 0; i < threads; ++i)
    if (host[i] != 3 * i * i) return 1;
  return 0;
}
