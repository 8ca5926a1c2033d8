// Kernels with a reference as a parameter: a device gets the address of the host's variable.
// expect-hazard: host-access counter
// expect-hazard: host-access point
// expect-hazard: host-access template
// expect-hazard: host-access deduced
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

struct Point {
  float x, y;
};

__global__ void count(int& counter) {
  atomicAdd(&counter, 1);  // @counter
}

__global__ void move(float* out, const Point& by) {
  out[threadIdx.x] += by.x + by.y;  // @point
}

template <class T>
__global__ void scale(T* out, const T& factor) {
  out[threadIdx.x] *= factor;  // @template
}

template <class T>
__global__ void shift(T* out, const T& by) {
  out[threadIdx.x] += by;  // @deduced
}

int main() {
  float* out;
  CHECK(cudaMalloc(&out, 32 * sizeof(float)));
  CHECK(cudaMemset(out, 0, 32 * sizeof(float)));
  int counter = 0;
  count<<<1, 32>>>(counter);
  std::vector<Point> points(4, Point{1, 2});
  move<<<1, 32>>>(out, points[2]);
  float factor = 2;
  scale<float><<<1, 32>>>(out, factor);
  shift<<<1, 32>>>(out, factor);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(out));
  return 0;
}
