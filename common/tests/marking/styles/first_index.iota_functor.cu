// A functor, launched by a lambda.
#include "exercise.hpp"

template <typename T>
struct Iota {
  T* data;
  __device__ void operator()(std::size_t i) const { data[i] = static_cast<T>(i); }
};

template <typename F>
__global__ void for_each_thread(F f) {
  f(std::size_t(blockIdx.x) * blockDim.x + threadIdx.x);
}

void number_all(int* out, int blocks, int threads) {
  auto launch = [=](auto functor) { for_each_thread<<<blocks, threads>>>(functor); };
  launch(Iota<int>{out});
}
