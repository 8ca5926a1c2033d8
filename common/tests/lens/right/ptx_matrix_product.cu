// A product in inline PTX as code for Ampere has it: cp.async with a predicate, tiles whose 16 bytes are swizzled, ldmatrix, mma.sync, two buffers.
// expect-exit: 0
#include <cuda_fp16.h>

#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void copy_16(void* to, const void* from, bool wanted) {
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.ne.b32 p, %0, 0;\n"
      "  @p cp.async.cg.shared.global.L2::128B [%1], [%2], %3;\n"
      "}" ::"r"(static_cast<int>(wanted)),
      "r"(shared_address(to)), "l"(from), "n"(16)
      : "memory");
}
template <int newest>
__device__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory");
}
__device__ void load_rows(unsigned (&a)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(shared_address(row)));
}
__device__ void load_turned(unsigned (&b)[2], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(b[0]), "=r"(b[1])
               : "r"(shared_address(row)));
}
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

}  // namespace

constexpr int depth = 64, step = 32;

struct Tiles {
  alignas(128) __half a[16][step], b[step][8];
};

/// Four runs of 8 halves a row; two rows share the 128 bytes of all banks.
__device__ int swizzled(int row, int run) { return (run ^ (row / 2 & 3)) * 8; }

__device__ void fetch(Tiles& tiles, const __half* a, const __half* b, int k) {
  const int t = static_cast<int>(threadIdx.x);
  for (int i = t; i < 64; i += 32)
    copy_16(&tiles.a[i / 4][swizzled(i / 4, i % 4)], a + i / 4 * depth + k + i % 4 * 8, true);
  copy_16(&tiles.b[t][0], b + (k + t) * 8, t < step);
  asm volatile("cp.async.commit_group;");
}

__global__ void product(const __half* a, const __half* b, float* d) {
  __shared__ Tiles tiles[2];
  const int t = static_cast<int>(threadIdx.x);
  float sums[4] = {};
  fetch(tiles[0], a, b, 0);
  for (int k = 0; k < depth; k += step) {
    Tiles& now = tiles[k / step % 2];
    if (k + step < depth) {
      fetch(tiles[(k / step + 1) % 2], a, b, k + step);
      wait_for_copies<1>();
    } else {
      wait_for_copies<0>();
    }
    __syncthreads();
    for (int i = 0; i < step; i += 16) {
      unsigned of_a[4], of_b[2];
      load_rows(of_a, &now.a[t % 16][swizzled(t % 16, i / 8 + t / 16)]);
      load_turned(of_b, &now.b[i + t % 16][0]);
      multiply(sums, of_a, of_b);
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) d[(t / 4 + i / 2 * 8) * 8 + t % 4 * 2 + i % 2] = sums[i];
}

int main() {
  static __half a[16][depth], b[depth][8];
  static float d[16][8];
  for (int i = 0; i < 16 * depth; ++i) (&a[0][0])[i] = __float2half(static_cast<float>(i * 7 % 11 - 5));
  for (int i = 0; i < depth * 8; ++i) (&b[0][0])[i] = __float2half(static_cast<float>(i * 5 % 13 - 6));
  __half *d_a, *d_b;
  float* d_d;
  CHECK(cudaMalloc(&d_a, sizeof(a)));
  CHECK(cudaMalloc(&d_b, sizeof(b)));
  CHECK(cudaMalloc(&d_d, sizeof(d)));
  CHECK(cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice));
  product<<<1, 32>>>(d_a, d_b, d_d);
  CHECK(cudaMemcpy(d, d_d, sizeof(d), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_d));
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      float sum = 0;
      for (int k = 0; k < depth; ++k) sum += __half2float(a[row][k]) * __half2float(b[k][column]);
      if (d[row][column] != sum) return 1;
    }
  return 0;
}
