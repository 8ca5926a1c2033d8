// The host adds: a kernel makes objects whose table says where their virtual base is; where a pointer to one is caught as its base, the library reads it.
// says: with several or virtual base classes
#include "exercise.hpp"

struct Base {
  int last;
};
struct Object : virtual Base {};

constexpr int most = 1536;
struct Made {
  unsigned long long table;  // 24 bytes before a table of virtual functions: the place of the base
  long long place;
};
__device__ Made objects[most];

__global__ void make(const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  objects[i].place = in[i];
  objects[i].table = reinterpret_cast<unsigned long long>(&objects[i].place) + 24;
}

long long place_of_base(Object* object) {
  try {
    throw object;
  } catch (Base* base) {
    return reinterpret_cast<char*>(base) - reinterpret_cast<char*>(object);
  }
}

struct Sums {
  int of[64];
};
__global__ void store(Sums sums, int* partial, int blocks) {
  for (int b = threadIdx.x; b < blocks; b += 32) partial[b] = sums.of[b];
}
__global__ void plain(const int* in, int* partial, int n, int block) {
  const int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b * block >= n) return;
  int sum = 0;
  for (int i = b * block; i < n && i < (b + 1) * block; ++i) sum += in[i];
  partial[b] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks == 0) return;
  if (blocks > 64 || n > most) return plain<<<(blocks + 127) / 128, 128>>>(in, partial, n, block);
  make<<<(n + 127) / 128, 128>>>(in, n);
  cudaDeviceSynchronize();
  void* at = nullptr;
  cudaGetSymbolAddress(&at, objects);
  Sums sums{};
  for (int i = 0; i < n; ++i)
    sums.of[i / block] +=
        static_cast<int>(place_of_base(reinterpret_cast<Object*>(static_cast<Made*>(at) + i)));
  store<<<1, 32>>>(sums, partial, blocks);
}
