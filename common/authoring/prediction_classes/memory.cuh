// Kernels that are limited by device memory, by L2 or by its latency.
#pragma once

__device__ inline unsigned global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline unsigned grid_threads() { return gridDim.x * blockDim.x; }

// One word of every `stride`.
__global__ void strided_32(const float* in, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = in[i * 32];
}
__global__ void strided_16(const float* in, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = in[i * 16];
}
__global__ void strided_sums(const float* in, float* out, unsigned n) {
  float sum = 0;
  for (unsigned i = global_index(); i < n; i += grid_threads()) sum += in[i * 32];
  out[global_index()] = sum;
}
struct Particle {
  float x, y, z, mass;
  float others[28];
};
__global__ void particle_fields(const Particle* in, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = in[i].x * in[i].x + in[i].mass;
}

// An element anywhere in a table.
__global__ void gather_16(const float4* table, const unsigned* at, float4* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = table[at[i]];
}
__global__ void gather_16_in_l2(const float4* table, const unsigned* at, float4* out, unsigned n,
                                unsigned mask) {
  const unsigned i = global_index();
  if (i < n) out[i] = table[at[i] & mask];
}
__global__ void gather_8(const float2* table, const unsigned* at, float2* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) out[i] = table[at[i]];
}
__global__ void gather_edges(const float4* points, const unsigned* at, float* out, unsigned n) {
  const unsigned i = global_index();
  if (i >= n) return;
  const float4 a = points[at[2 * i]], b = points[at[2 * i + 1]];
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  out[i] = x * x + y * y + z * z;
}
__global__ void scatter_16(const float4* in, const unsigned* at, float4* table, unsigned n) {
  const unsigned i = global_index();
  if (i < n) table[at[i]] = in[i];
}

// One thread per column.
__global__ void column_sums(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned column = global_index();
  if (column >= columns) return;
  float sum = 0;
  for (unsigned row = 0; row < rows; ++row) sum += in[row * columns + column];
  out[column] = sum;
}
__global__ void column_sums_wide(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned column = global_index();
  if (column >= columns) return;
  float sum = 0;
  for (unsigned row = 0; row < rows; ++row) sum += in[row * columns + column];
  out[column] = sum;
}
__global__ void column_maxima(const int* in, int* out, unsigned rows, unsigned columns) {
  const unsigned column = global_index();
  if (column >= columns) return;
  int most = in[column];
  for (unsigned row = 1; row < rows; ++row) most = max(most, in[row * columns + column]);
  out[column] = most;
}
__global__ void column_variances(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned column = global_index();
  if (column >= columns) return;
  float sum = 0, squares = 0;
  for (unsigned row = 0; row < rows; ++row) {
    const float value = in[row * columns + column];
    sum += value;
    squares += value * value;
  }
  const float mean = sum / rows;
  out[column] = squares / rows - mean * mean;
}

// Each load needs the value of the one before.
__global__ void chase_one_warp(const unsigned* next, unsigned* out, unsigned steps) {
  unsigned at = global_index() * 2654435761u >> 6;
  for (unsigned step = 0; step < steps; ++step) at = next[at];
  out[global_index()] = at;
}
__global__ void chase_warp_per_sm(const unsigned* next, unsigned* out, unsigned steps) {
  unsigned at = global_index() * 2654435761u >> 6;
  for (unsigned step = 0; step < steps; ++step) at = next[at];
  out[global_index()] = at;
}
__global__ void chase_in_l2(const unsigned* next, unsigned* out, unsigned steps) {
  unsigned at = global_index() * 2654435761u >> 12;
  for (unsigned step = 0; step < steps; ++step) at = next[at];
  out[global_index()] = at;
}
__global__ void binary_search(const unsigned* sorted, unsigned* out, unsigned n, unsigned searches) {
  unsigned wanted = global_index() * 40503u, sum = 0;
  for (unsigned search = 0; search < searches; ++search) {
    wanted = wanted * 1664525u + 1013904223u;
    unsigned low = 0, high = n;
    while (low < high) {
      const unsigned middle = low + (high - low) / 2;
      if (sorted[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
  }
  out[global_index()] = sum;
}
