// Kernels with references as parameters: to a managed variable, to managed memory, and to mapped memory of the host.
// expect-exit: 0
#include "../lens_check.hpp"

struct Point {
  float x, y;
};

__managed__ int counter;

__global__ void count(int& total, const int& step) { atomicAdd(&total, step); }
__global__ void move(Point& point, const Point& by, float factor = 1) {
  if (threadIdx.x == 0) point = {point.x + factor * by.x, point.y + factor * by.y};
}
template <class T>
__global__ void add(T& total, const T& step, T* (&where)[1], T times = 1) {
  atomicAdd(&total, times * step);
  where[0] = &total;
}

int main() {
  Point *managed, *mapped;
  CHECK(cudaMallocManaged(&managed, 2 * sizeof(Point)));
  CHECK(cudaHostAlloc(&mapped, sizeof(Point), cudaHostAllocMapped));
  int* step;
  CHECK(cudaMallocManaged(&step, sizeof(int)));
  *step = 2;
  managed[0] = {1, 2};
  managed[1] = {3, 4};
  *mapped = {5, 6};
  count<<<2, 32>>>(counter, *step);
  move<<<1, 32>>>(managed[0], managed[1], 2);
  CHECK(cudaDeviceSynchronize());
  move<<<1, 32>>>(*mapped, managed[0], 1);
  CHECK(cudaDeviceSynchronize());
  int*(*where)[1];
  CHECK(cudaMallocManaged(&where, sizeof *where));
  add<<<1, 1>>>(counter, *step, *where, 3);
  CHECK(cudaDeviceSynchronize());
  const bool right = counter == 134 && (*where)[0] == &counter && managed[0].x == 7 && managed[0].y == 10 &&
                     mapped->x == 12 && mapped->y == 16;
  CHECK(cudaFree(where));
  CHECK(cudaFree(step));
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(mapped));
  return right ? 0 : 1;
}
