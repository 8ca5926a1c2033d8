// `__CUDA_ARCH__` in functions of both sides: each call takes the branch of the side that makes it.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <stdexcept>

#define BOTH __host__ __device__

namespace {

__host__ __device__ float load(const float* from) {
#ifdef __CUDA_ARCH__
  return __ldg(from) + 100;
#else
  return *from;
#endif
}

BOTH int where() {
#if !defined(__CUDA_ARCH__)
  const int place = -1;
  return place;
#else
  const int place = static_cast<int>(threadIdx.x);
  return place;
#endif  // of the host
}

template <class T>
struct Value {
  T value;
  BOTH explicit Value(T start) : value(start) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    value += 10;
#elif defined(__CUDA_ARCH__)
    value += not_compiled;
#else
    value += 20;
#endif
  }
  BOTH T operator()() const {
#ifndef __CUDA_ARCH__
    if (value < 0) throw std::out_of_range("negative");
#endif
    return value;
  }
};

__host__ __device__ constexpr int size() {
#ifdef __CUDA_ARCH__
  return 5;
#else
  return 5;
#endif
}

#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* to, double value) { return not_compiled(to, value); }
#endif

__global__ void ask(const float* in, int* out, double* sum) {
  __shared__ int some[size()];
  some[threadIdx.x] = where();
  out[0] = static_cast<int>(load(in));
  out[1] = some[threadIdx.x];
  out[2] = Value<int>(1)();
  out[3] = Value<int>(-100)();
  out[4] = __CUDA_ARCH__;
#ifdef __CUDA_ARCH__
  atomicAdd(sum, 1.0);
#endif
}

}  // namespace

TEST_CASE("architecture: device code and host code take branches of their own") {
  float* in = nullptr;
  int* out = nullptr;
  double* sum = nullptr;
  REQUIRE(cudaMallocManaged(&in, sizeof(float)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&out, 5 * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&sum, sizeof(double)) == cudaSuccess);
  *in = 3;
  *sum = 0;
  ask<<<1, 1>>>(in, out, sum);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 103);
  CHECK(out[1] == 0);
  CHECK(out[2] == 11);
  CHECK(out[3] == -90);
  CHECK(out[4] == 900);
  CHECK(*sum == 1.0);
  CHECK(load(in) == 3);
  CHECK(where() == -1);
  CHECK(Value<int>(1)() == 21);
  CHECK_THROWS_AS(Value<int>(-100)(), std::out_of_range);
  static_assert(size() == 5);
  cudaFree(in);
  cudaFree(out);
  cudaFree(sum);
}
