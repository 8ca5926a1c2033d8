// Kernels that are limited by shared memory or by atomic operations.
#pragma once

#include "memory.cuh"

// For constants of the model, one per kernel: operations on shared words, each lane's own one or one for all lanes, of which nvcc knows
// nothing, and integer operations on one word of device memory.
template <bool adds_one>
__device__ void add_to_shared(const unsigned* shift, unsigned* out, unsigned rounds) {
  __shared__ unsigned words[1024];
  words[threadIdx.x] = 0;
  __syncthreads();
  unsigned* const mine = &words[threadIdx.x >> *shift];
  const unsigned value = adds_one ? 1 : threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) atomicAdd(mine, value);
  __syncthreads();
  out[global_index()] = words[threadIdx.x];
}
__global__ void count_in_own_words(const unsigned* shift, unsigned* out, unsigned rounds) {
  add_to_shared<true>(shift, out, rounds);
}
__global__ void count_in_one_word(const unsigned* shift, unsigned* out, unsigned rounds) {
  add_to_shared<true>(shift, out, rounds);
}
__global__ void add_to_own_words(const unsigned* shift, unsigned* out, unsigned rounds) {
  add_to_shared<false>(shift, out, rounds);
}
__global__ void add_to_one_word(const unsigned* shift, unsigned* out, unsigned rounds) {
  add_to_shared<false>(shift, out, rounds);
}
__global__ void one_integer_per_warp(unsigned* out) {
  if (threadIdx.x % 32 == 0) atomicAdd(out, threadIdx.x);
}

// Histograms of bytes, four to a word.
template <unsigned bins, unsigned copies>
__device__ void histogram_of_bytes(const unsigned* in, unsigned* out, unsigned n) {
  __shared__ unsigned counts[copies][bins];
  for (unsigned i = threadIdx.x; i < copies * bins; i += blockDim.x) counts[i / bins][i % bins] = 0;
  __syncthreads();
  unsigned* const mine = counts[threadIdx.x / 32 % copies];
  for (unsigned i = global_index(); i < n; i += grid_threads()) {
    const unsigned word = in[i];
    atomicAdd(&mine[(word & 255) % bins], 1u);
    atomicAdd(&mine[(word >> 8 & 255) % bins], 1u);
    atomicAdd(&mine[(word >> 16 & 255) % bins], 1u);
    atomicAdd(&mine[(word >> 24) % bins], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < bins; i += blockDim.x) {
    unsigned sum = 0;
    for (unsigned copy = 0; copy < copies; ++copy) sum += counts[copy][i];
    atomicAdd(&out[i], sum);
  }
}
__global__ void histogram_256(const unsigned* in, unsigned* out, unsigned n) {
  histogram_of_bytes<256, 1>(in, out, n);
}
__global__ void histogram_16(const unsigned* in, unsigned* out, unsigned n) {
  histogram_of_bytes<16, 1>(in, out, n);
}
__global__ void histogram_per_warp(const unsigned* in, unsigned* out, unsigned n) {
  histogram_of_bytes<256, 8>(in, out, n);
}
__global__ void histogram_of_keys(const unsigned* in, unsigned* out, unsigned n) {
  __shared__ unsigned counts[2048];
  for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  for (unsigned i = global_index(); i < n; i += grid_threads()) atomicAdd(&counts[in[i] >> 21], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x) atomicAdd(&out[i], counts[i]);
}

// All threads add to one address; nvcc joins the lanes of a warp.
__global__ void count_positive(const int* in, unsigned* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n && in[i] > 0) atomicAdd(out, 1u);
}
__global__ void sum_of_words(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void append_indices(const int* in, unsigned* count, unsigned* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n && in[i] > 0) out[atomicAdd(count, 1u)] = i;
}
__global__ void greatest_word(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = global_index();
  if (i < n) atomicMax(out, in[i]);
}

// A tile is filled once and read many times.
template <unsigned width>
__device__ void read_columns(const float* in, float* out, unsigned rounds) {
  __shared__ float tile[32][width];
  const unsigned x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (unsigned row = y; row < 32; row += 8) tile[row][x] = in[(blockIdx.x * 32 + row) * 32 + x];
  __syncthreads();
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) sum += tile[x][(y + round) % 32];
  out[global_index()] = sum;
}
__global__ void columns_unpadded(const float* in, float* out, unsigned rounds) {
  read_columns<32>(in, out, rounds);
}
__global__ void columns_padded(const float* in, float* out, unsigned rounds) {
  read_columns<33>(in, out, rounds);
}
__global__ void columns_two_way(const float* in, float* out, unsigned rounds) {
  read_columns<34>(in, out, rounds);
}
__global__ void turn_tile(const float* in, float* out, unsigned rounds) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (unsigned row = y; row < 32; row += 8) tile[row][x] = in[(blockIdx.x * 32 + row) * 32 + x];
  __syncthreads();
  for (unsigned round = 0; round < rounds; ++round) {
    float held[4];
    for (unsigned i = 0; i < 4; ++i) held[i] = tile[x][y + 8 * i];
    __syncthreads();
    for (unsigned i = 0; i < 4; ++i) tile[y + 8 * i][x] = held[i];
    __syncthreads();
  }
  for (unsigned row = y; row < 32; row += 8) out[(blockIdx.x * 32 + row) * 32 + x] = tile[row][x];
}
