/* As a C programmer writes it: include guard, typedef, goto for the end, a table of kernels. */
#ifndef MOVE_POINTS_CU
#define MOVE_POINTS_CU
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exercise.hpp"

#define BLOCK          256
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#if BLOCK > 1024
#error "a block has at most 1024 threads"
#endif

typedef struct {
  const char* name;
  void (*kernel)(const float3*, float3*, int, float3);
} Entry;

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  Entry table[] = {{"move", move_kernel}, {NULL, NULL}};
  int* sizes = (int*)malloc(4 * sizeof(int));
  char line[64];
  errno = 0;
  long block = strtol("256", NULL, 10);
  if (sizes == NULL || errno == ERANGE) goto done;
  memset(sizes, 0, 4 * sizeof(int));
  sizes[0] = count;
  if (count == 0) goto done;
  snprintf(line, sizeof line, "%s: %d points", table[0].name, sizes[0]);
  if (strstr(line, "move") == NULL) goto done;
  table[0].kernel<<<CEIL_DIV(count, (int)block), BLOCK>>>(points, moved, count, step);
  {
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(status));
  }
done:
  free(sizes);
}
#endif
