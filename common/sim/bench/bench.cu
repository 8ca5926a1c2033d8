// What the simulator costs: one figure a line, the best of several runs.
//
// Run   cudasim-simcc -O2 bench.cu -o bench && ./bench
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

__global__ void sum(const float* in, float* partial, int count) {
  __shared__ float cache[128];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  cache[threadIdx.x] = i < count ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

__global__ void transpose(const float* in, float* out, int size) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * size + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * size + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

__global__ void nearest(const float3* points, int* neighbours, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const float3 own = points[i];
  float best = 3.4e38f;
  for (int j = 0; j < count; ++j) {
    const float x = points[j].x - own.x, y = points[j].y - own.y, z = points[j].z - own.z;
    const float squared = x * x + y * y + z * z;
    if (j != i && squared < best) {
      best = squared;
      neighbours[i] = j;
    }
  }
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
  const int million = 1 << 20, side = 1024, points = 10000;
  for (const int block : {32, 128, 256, 1024})
    std::printf("barrier, %4d threads a block       %8.1f ns a thread\n", block,
                milliseconds([&] { barriers<<<1, block>>>(1000); }) * 1e6 / 1000 / block);

  int* integers = managed<int>(16 * million);
  for (int i = 0; i < 16 * million; ++i) integers[i] = i;
  std::printf("shuffle                             %8.1f ns a thread\n",
              milliseconds([&] { shuffles<<<1, 128>>>(1000, integers); }) * 1e6 / 1000 / 128);
  std::printf("thread without barrier              %8.1f ns a thread\n",
              milliseconds([&] { increment<<<16 * million / 256, 256>>>(integers); }) * 1e6 / (16 * million));
  std::printf("empty launch, one thread            %8.1f ns\n", milliseconds([&] {
                                                                  for (int i = 0; i < 1000; ++i)
                                                                    nothing<<<1, 1>>>();
                                                                }) * 1e3);

  float* in = managed<float>(million);
  float* out = managed<float>(million);
  for (int i = 0; i < million; ++i) in[i] = static_cast<float>(i % 101);
  std::printf("sum of 2^20 floats, shared memory   %8.1f ms\n",
              milliseconds([&] { sum<<<million / 128, 128>>>(in, out, million); }));
  std::printf("transpose 1024 x 1024, 32 x 33 tile %8.1f ms\n",
              milliseconds([&] { transpose<<<dim3(side / 32, side / 32), dim3(32, 32)>>>(in, out, side); }));

  float3* positions = managed<float3>(points);
  for (int i = 0; i < points; ++i)
    positions[i] = make_float3(i * 719 % 10007 * 1.0f, i * 10429 % 10009 * 1.0f, i * 12977 % 10037 * 1.0f);
  std::printf("nearest of 10^4 points, naive       %8.1f ms\n",
              milliseconds([&] { nearest<<<(points + 127) / 128, 128>>>(positions, integers, points); }));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
