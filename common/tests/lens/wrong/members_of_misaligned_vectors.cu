// The rows of a matrix have 33 doubles and are read as double2: every second row begins at an address that is not a multiple of 16. The
// members are read one by one here; nvcc loads both at once.
// expect-hazard: misaligned a
// expect-hazard: misaligned template
// expect-hazard: misaligned alias
// expect-hazard: misaligned array
// expect-hazard: misaligned loop
// expect-hazard: misaligned union
// expect-exit: 1|3
#include "../lens_check.hpp"

constexpr int width = 33, rows = 4;

__global__ void sum_rows(const double* in, double* out) {
  const double2* row = reinterpret_cast<const double2*>(in + threadIdx.x * width);
  double sum = 0;
  for (int i = 0; i < width / 2; ++i) sum += row[i].x + row[i].y;  // @a
  out[threadIdx.x] = sum + in[threadIdx.x * width + width - 1];
}

template <class Vector>
__device__ float sum_of_members(const Vector* vectors, int i) {
  return vectors[i].x + vectors[i].y + vectors[i].z + vectors[i].w;  // @template
}

using Pair = int2;

struct alignas(8) Two {
  float of[2];
};
union Bits {
  float of[2];
  unsigned long long both;
};
__device__ float sum_of_elements(const float* in) {
  const Two* const two = reinterpret_cast<const Two*>(in);
  float sum = two->of[0] + two->of[1];            // @array
  for (int i = 0; i < 2; ++i) sum += two->of[i];  // @loop
  const Bits* const bits = reinterpret_cast<const Bits*>(in + 2);
  sum += bits->of[1] - bits->of[0];  // @union
  return sum;
}

__global__ void sum_floats(const float* in, float* out) {
  const Pair* const pair = reinterpret_cast<const Pair*>(in + 3);
  const int bits = pair->x | pair->y;  // @alias
  out[threadIdx.x] = sum_of_members(reinterpret_cast<const float4*>(in + 1), 2) + static_cast<float>(bits) +
                     sum_of_elements(in + 1);
}

int main() {
  double in[rows * width], out[rows];
  for (int i = 0; i < rows * width; ++i) in[i] = i;
  double *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  sum_rows<<<1, rows>>>(d_in, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  sum_floats<<<1, 1>>>(reinterpret_cast<const float*>(d_in), reinterpret_cast<float*>(d_out));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int y = 0; y < rows; ++y) right = right && out[y] == (2 * y * width + width - 1) * width / 2.0;
  return right ? 0 : 1;
}
