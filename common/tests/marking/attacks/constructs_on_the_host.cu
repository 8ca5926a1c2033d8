// The host constructs each result in place from what a call returns: the compiler reports no store of it.
// says: words of the result were copied or written by the host
#include <memory>

#include "exercise.hpp"

/// Returned in memory, since it has a copy constructor.
struct Moved {
  float3 point;
  explicit Moved(float3 where) : point(where) {}
  Moved(const Moved& other) : point(other.point) {}
};

__global__ void idle(const float3*) {}

Moved moved_by(float3 point, float3 step) {
  return Moved(make_float3(point.x + step.x, point.y + step.y, point.z + step.z));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  idle<<<1, 32>>>(points);
  cudaDeviceSynchronize();
  std::allocator<Moved> all;
  for (int i = 0; i < count; ++i)
    std::allocator_traits<std::allocator<Moved>>::construct(all, reinterpret_cast<Moved*>(moved) + i,
                                                            moved_by(points[i], step));
}
