// Functions for both sides by a macro, operators, conversions and members of a base class; constants of the host by value in a kernel, and
// by reference on the host; a private type; shuffles of short types; a table of 60 KB.
#include <algorithm>
#include <cmath>
#include <utility>

#include "exercise.hpp"

#define HD __host__ __device__

constexpr int half_block = block_size / 2;
constexpr int fewest = 1;

__constant__ float table[15000];

HD constexpr int twice(int value) { return 2 * value; }

HD inline float3 operator+(const float3& a, const float3& b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

struct Numbered {
  HD int number() const { return number_; }
  bool operator==(const Numbered&) const = default;
  int number_ = 0;
};

class Place : public Numbered {
 public:
  HD explicit Place(int number) { number_ = number; }
  HD operator int() const { return number(); }
  bool operator==(const Place&) const = default;
  int of_the_host() const { return std::max(number_, 0); }

 private:
  struct Rest {
    int count;
  };
  static HD Rest rest_of(int number, int count) { return {count - number}; }

 public:
  HD int rest(int count) const { return rest_of(number_, count).count; }
};

enum Kind : unsigned char { inside, past };

__device__ float3 moved_by(const float3& point, float3 step);

__device__ float least_of(const float& a, const float& b) { return b < a ? b : a; }

template <class F>
__device__ void if_inside(const Place& place, int count, F&& work) {
  if (place.rest(count) > 0) std::forward<F>(work)(place);
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const Place place(blockIdx.x * twice(half_block) + threadIdx.x);
  const auto kind =
      static_cast<Kind>(__shfl_sync(0xFFFFFFFF, place < count ? inside : past, threadIdx.x % 32));
  float least = 0;
  for (const float each : {std::fabs(step.x), std::sqrt(2.0f)}) {
    const float fewest = std::fmin(least, each);  // not the constant of the host
    least = least_of(fewest, least);
  }
  const float nothing = table[0] + least;
  Place same = std::move(place);
  if (kind == inside && same == place)
    if_inside(same, count, [&](int i) { moved[i] = moved_by(points[i], step) + make_float3(nothing, 0, 0); });
}

float3 moved_by(const float3& point, float3 step) { return point + step; }

void move_points(const float3* points, float3* moved, int count, float3 step) {
  const int blocks = (std::max(count, fewest) + block_size - 1) / block_size;
  if (Place(count).of_the_host() > 0) move_kernel<<<blocks, twice(half_block)>>>(points, moved, count, step);
}
