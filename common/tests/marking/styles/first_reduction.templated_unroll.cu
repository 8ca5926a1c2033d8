// A template that unrolls itself, with the samples' structure for shared memory.
#include <type_traits>
#include "exercise.hpp"

template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int raw[];
    return reinterpret_cast<T*>(raw);
  }
};

template <class T, unsigned S>
__device__ void step(T* s, unsigned t, unsigned size) {
  if constexpr (S > 0) {
    if (S < size) {
      if (t < S) s[t] += s[t + S];
      __syncthreads();
    }
    step<T, S / 2>(s, t, size);
  }
}

template <class T>
__global__ void reduce(const T* in, T* out, unsigned n) {
  T* s = SharedMemory<T>();
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : T{};
  __syncthreads();
  step<T, 512>(s, t, blockDim.x);
  if (!t) out[blockIdx.x] = *s;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const unsigned blocks = (n + block - 1) / block;
  if (blocks) reduce<std::remove_cv_t<int>><<<blocks, block, block * sizeof *in>>>(in, partial, n);
}
