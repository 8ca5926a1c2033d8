// X macros: the fields of a vector are listed once, and named in text too.
#include <cstdio>
#include <string>

#include "exercise.hpp"

#define FIELDS(X)     X(x) X(y) X(z)
#define TEXT_OF(a)    #a
#define TEXT(a)       TEXT_OF(a)
#define CONCAT_(a, b) a##_##b
#define CONCAT(a, b)  CONCAT_(a, b)
#define ADD(name)     CONCAT(sum, name) = points[i].name + step.name;
#define DECLARE(name) float CONCAT(sum, name);
#define NAME(name)    #name,

static const char* const names[] = {FIELDS(NAME)};

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  FIELDS(DECLARE)
  FIELDS(ADD)
  moved[i] = make_float3(sum_x, sum_y, sum_z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  std::string all;
  for (const char* name : names) all += name;
  std::printf("%s at line " TEXT(__LINE__) "\n", all.c_str());
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
