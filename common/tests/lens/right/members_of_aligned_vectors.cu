// Rows of 34 doubles: each begins at a multiple of 16 bytes. Rows of 33 doubles are read as double2 where they are aligned, and one by one
// where they are not. A single member of a misaligned double2 is an access of 8 bytes.
// expect-exit: 0
#include "../lens_check.hpp"

constexpr int rows = 4;

__device__ double sum_of_pairs(const double2* row, int pairs) {
  double sum = 0;
  for (int i = 0; i < pairs; ++i) sum += row[i].x + row[i].y;
  return sum;
}

/// Complex numbers have no member x; a vector of two has one that is accessed alone.
struct Complex {
  double re, im;
};
template <class T>
__device__ double norm(const T* numbers, int i) {
  return numbers[i].re * numbers[i].re + numbers[i].im * numbers[i].im;
}
/// Two that are read together, and one that is read alone, by pointers that are what their types promise.
struct alignas(16) Two {
  double of[2];
};
struct Some {
  double of[2];
};
__device__ double difference(const double* aligned, const double* row) {
  const Two* const two = static_cast<const Two*>(__builtin_assume_aligned(aligned, 16));
  const Some* const some = reinterpret_cast<const Some*>(__builtin_assume_aligned(row, 16, 8));
  double sum = 0;
  for (int i = 0; i < 2; ++i) sum += two->of[i] - (two->of[0] + two->of[1]) / 2;
  return sum + some->of[0] + some->of[1] - row[0] - row[1];
}
template <class V>
__device__ double first_of(const V* pairs) {
  return pairs->x;
}

__global__ void sum_rows(const double* in, double* out, int width) {
  const double* const row = in + threadIdx.x * width;
  double sum = 0;
  if (reinterpret_cast<unsigned long long>(row) % sizeof(double2) == 0) {
    sum = sum_of_pairs(reinterpret_cast<const double2*>(row), width / 2);
    if (width % 2 != 0) sum += row[width - 1];
  } else {
    const double2* const rest = reinterpret_cast<const double2*>(row + 1);
    sum = row[0] + sum_of_pairs(rest, (width - 1) / 2);
    sum += norm(reinterpret_cast<const Complex*>(row), 0) - row[0] * row[0] - row[1] * row[1];
    sum += first_of(reinterpret_cast<const double2*>(row)) - row[0];
    if (width % 2 == 0) sum += row[width - 1];
    sum += difference(in, row);
  }
  double2* const results = reinterpret_cast<double2*>(out + 1);
  results[threadIdx.x].x = sum;
}

int main() {
  bool right = true;
  for (const int width : {33, 34}) {
    double in[rows * 34], out[2 * rows + 1] = {};
    for (int i = 0; i < rows * width; ++i) in[i] = i;
    double *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, sizeof(in)));
    CHECK(cudaMalloc(&d_out, sizeof(out)));
    CHECK(cudaMemset(d_out, 0, sizeof(out)));
    CHECK(cudaMemcpy(d_in, in, rows * width * sizeof(double), cudaMemcpyHostToDevice));
    sum_rows<<<1, rows>>>(d_in, d_out, width);
    CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    for (int y = 0; y < rows; ++y)
      right = right && out[2 * y + 1] == (2 * y * width + width - 1) * width / 2.0;
  }
  return right ? 0 : 1;
}
