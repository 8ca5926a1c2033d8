// Functions of the mathematics library, and ordinary kernels of no class.
#pragma once

#include "memory.cuh"

// Sines and cosines of small arguments.
__global__ void iterate_sine(const float* in, float* out, unsigned rounds) {
  float x = in[global_index()];
  for (unsigned round = 0; round < rounds; ++round) x = sinf(x) + 0.25f;
  out[global_index()] = x;
}
__global__ void sum_of_cosines(const float* in, float* out, unsigned rounds) {
  const float x = in[global_index()];
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) sum += cosf(x + static_cast<float>(round) * 0.001f);
  out[global_index()] = sum;
}
__global__ void pendulums(const float* in, float* out, unsigned rounds) {
  float angle = in[global_index()], speed = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    speed -= 0.01f * sinf(angle);
    angle += 0.01f * speed;
  }
  out[global_index()] = angle;
}
__global__ void turn_points(const float* in, float* out, unsigned rounds) {
  const float angle = in[global_index()];
  float x = 1, y = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const float of_round = angle * static_cast<float>(round) * 0.01f;
    const float s = sinf(of_round), c = cosf(of_round), old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  }
  out[global_index()] = x + y;
}

__global__ void saxpy(const float* x, const float* y, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = 2.5f * x[i] + y[i];
}
__global__ void matrix_vector(const float* matrix, const float* x, float* out, unsigned columns) {
  const unsigned row = global_index() / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (unsigned column = lane; column < columns; column += 32)
    sum += matrix[row * columns + column] * x[column];
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0) out[row] = sum;
}
__global__ void blur(const float* in, float* out, unsigned side) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x + 1 >= side || y + 1 >= side) return;
  float sum = 0;
  for (unsigned dy = 0; dy < 3; ++dy)
    for (unsigned dx = 0; dx < 3; ++dx) sum += in[(y + dy - 1) * side + x + dx - 1];
  out[y * side + x] = sum / 9;
}
__global__ void logistic_map(const float* in, float* out, unsigned rounds) {
  float x = in[global_index()];
  for (unsigned round = 0; round < rounds; ++round) x = 3.9f * x * (1 - x);
  out[global_index()] = x;
}
__global__ void option_prices(const float* in, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i >= n) return;
  const float price = 50 + 50 * in[i], strike = 80, rate = 0.02f, volatility = 0.3f;
  const float d1 = (logf(price / strike) + rate + 0.5f * volatility * volatility) / volatility,
              d2 = d1 - volatility;
  const float first = 1 / (1 + expf(-1.702f * d1)), second = 1 / (1 + expf(-1.702f * d2));
  out[i] = price * first - strike * expf(-rate) * second;
}
__global__ void softmax_of_rows(const float* in, float* out, unsigned columns) {
  __shared__ float parts[256];
  const float* const row = in + static_cast<unsigned long long>(blockIdx.x) * columns;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += 256) sum += expf(row[i]);
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  const float scale = 1 / parts[0];
  for (unsigned i = threadIdx.x; i < columns; i += 256)
    out[static_cast<unsigned long long>(blockIdx.x) * columns + i] = expf(row[i]) * scale;
}
__global__ void hash_words(const unsigned* in, unsigned* out, unsigned rounds) {
  unsigned x = in[global_index()];
  for (unsigned round = 0; round < rounds; ++round) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
  }
  out[global_index()] = x;
}
__global__ void copy_doubles(const double* in, double* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = 1.5 * in[i];
}
