// Types that CUB's parts share.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "../cuda_runtime.h"

namespace cub {

struct NullType {};

template <class Key, class Value>
struct KeyValuePair {
  Key key;
  Value value;

  friend bool operator==(const KeyValuePair& a, const KeyValuePair& b) {
    return a.key == b.key && a.value == b.value;
  }
  friend bool operator!=(const KeyValuePair& a, const KeyValuePair& b) { return !(a == b); }
};

/// Two buffers of which one holds the data: a sort may leave its result in either.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;

  __host__ __device__ DoubleBuffer() {}
  __host__ __device__ DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  __host__ __device__ T* Current() { return d_buffers[selector]; }
  __host__ __device__ T* Alternate() { return d_buffers[selector ^ 1]; }
};

/// Room for a T whose constructor does not run, such as a TempStorage in a union.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ __forceinline__ T& Alias() { return reinterpret_cast<T&>(*this); }
};

__device__ __forceinline__ unsigned LaneId() { return cudasim::detail::lane_id(); }

/// Rank of the calling thread in its block; rows of the block follow each other.
__device__ __forceinline__ int RowMajorTid(int x, int y, int) {
  return static_cast<int>(threadIdx.x) +
         x * (static_cast<int>(threadIdx.y) + y * static_cast<int>(threadIdx.z));
}

// What follows is the simulator's own.
namespace sim {

/// Elements in shared memory that are not constructed. Every access is one the lens sees.
template <class T, int count>
struct Slots {
  alignas(T) unsigned char bytes[sizeof(T) * (count > 0 ? count : 1)];
  __device__ __forceinline__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

/// The block must have the shape that the class was given; else the kernel ends with a message.
__device__ __forceinline__ int rank_in_block(int x, int y, int z, const cudasim::Site& site) {
  if (blockDim.x != static_cast<unsigned>(x) || blockDim.y != static_cast<unsigned>(y) ||
      blockDim.z != static_cast<unsigned>(z))
    cudasim::detail::misused(site, "its template arguments name a block of another shape than the launch");
  return RowMajorTid(x, y, z);
}

}  // namespace sim
}  // namespace cub
