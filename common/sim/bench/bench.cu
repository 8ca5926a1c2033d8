// What single parts of the simulator cost: one figure a line, the best of several runs. Whole kernels: common/authoring/speed.py.
//
// Run   ./tutorial simcc --plain -O2 common/sim/bench/bench.cu -o bench && ./bench
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>

namespace {

constexpr int runs = 7;

__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void shuffles(int count, int* out) {
  int value = static_cast<int>(threadIdx.x);
  for (int i = 0; i < count; ++i) value = __shfl_xor_sync(0xffffffffu, value, 1);
  out[threadIdx.x] = value;
}

__global__ void increment(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void nothing() {}

__global__ void transpose(const float* in, float* out, int size) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * size + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * size + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

template <class Function>
double milliseconds(Function function) {
  double best = 1e30;
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    function();
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    if (taken.count() < best) best = taken.count();
  }
  return best;
}

template <class T>
T* managed(std::size_t count) {
  T* data = nullptr;
  cudaMallocManaged(&data, count * sizeof(T));
  return data;
}

}  // namespace

int main() {
  const int million = 1 << 20, side = 1024;
  for (const int block : {32, 128, 256, 1024})
    std::printf("barrier, %4d threads per block       %8.1f ns per thread\n", block,
                milliseconds([&] { barriers<<<1, block>>>(1000); }) * 1e6 / 1000 / block);

  int* integers = managed<int>(16 * million);
  for (int i = 0; i < 16 * million; ++i) integers[i] = i;
  std::printf("shuffle                             %8.1f ns per thread\n",
              milliseconds([&] { shuffles<<<1, 128>>>(1000, integers); }) * 1e6 / 1000 / 128);
  std::printf("thread without barrier              %8.1f ns per thread\n",
              milliseconds([&] { increment<<<16 * million / 256, 256>>>(integers); }) * 1e6 / (16 * million));
  std::printf("empty launch, one thread            %8.1f ns\n", milliseconds([&] {
                                                                  for (int i = 0; i < 1000; ++i)
                                                                    nothing<<<1, 1>>>();
                                                                }) * 1e3);

  float* in = managed<float>(side * side);
  float* out = managed<float>(side * side);
  std::printf("transpose 1024 x 1024, 32 x 33 tile %8.1f ms\n",
              milliseconds([&] { transpose<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(in, out, side); }));

  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
