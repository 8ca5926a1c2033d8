// Writes only if __popc is a constant expression, which it is not for nvcc: the two would compile different programs.
// says: call to non-'constexpr' function
#include <type_traits>

#include "exercise.hpp"

template <class T>
concept CountsBitsEarly = requires {
  typename std::integral_constant<int, __popc(static_cast<T>(3))>;
};

template <class T>
struct Number {
  T value;
  Number(T of) : value(of) {}  // of the host
};

template <class T>
__device__ void write(T* out, T i) {
  if constexpr (CountsBitsEarly<T>) out[i] = Number<T>(i).value;
}

__global__ void number_kernel(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  write<int>(out, i);
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
