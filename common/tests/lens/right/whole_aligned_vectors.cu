// Whole vectors are aligned, or copied by their elements. A single member of a vector that is not aligned is an access of four bytes.
// expect-exit: 0
#include "../lens_check.hpp"

#define FLOAT4(value) (reinterpret_cast<float4*>(&(value))[0])

constexpr int width = 34, rows = 2;

struct Vector {
  float a, b, c, d;
};

__device__ float4 operator*(float factor, const float4& v) {
  return {factor * v.x, factor * v.y, factor * v.z, factor * v.w};
}

template <class T>
__device__ void copy(T* out, const T* in) {
  *out = *in;
}

__global__ void copy_rows(float* in, float* out) {
  float* const row = in + threadIdx.x * width;
  float4 *result = reinterpret_cast<float4*>(out), *ends[2] = {result, result + 8};
  const float4* vectors = reinterpret_cast<const float4*>(row);
  result += 8 * threadIdx.x;
  if (threadIdx.x == 0) {
    float factor = 2;
    result[0] = factor * vectors[1];
    *ends[1] = *(const float4*)&row[4];
    result[1] = *((const float4*)row + 1);
    FLOAT4(out[8]) = FLOAT4(row[8]);
    const float4* next = vectors;
    result[3] = *next++;
  } else {
    result[1].x = (*vectors).x + vectors[1].y;
    *(Vector*)&result[2] = *(const Vector*)row;
    copy(&result[3].y, row + 1);
    copy(reinterpret_cast<double*>(result + 4), reinterpret_cast<const double*>(vectors + 1));
    for (const float4* v = vectors; v != &vectors[2]; ++v) result[5].z = v->z;
  }
}

int main() {
  float *in, *out;
  CHECK(cudaMalloc(&in, rows * width * sizeof(float)));
  CHECK(cudaMalloc(&out, rows * 32 * sizeof(float)));
  CHECK(cudaMemset(in, 0, rows * width * sizeof(float)));
  CHECK(cudaMemset(out, 0, rows * 32 * sizeof(float)));
  copy_rows<<<1, rows>>>(in, out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return 0;
}
