// Device memory is kept for the next call, and freed by the destructor of a static object when the program ends.
#include "exercise.hpp"

class Pool {
 public:
  ~Pool() { cudaFree(memory_); }
  double* of(size_t elements) {
    if (elements > capacity_) {
      cudaFree(memory_);
      memory_ = nullptr;
      cudaMalloc(&memory_, elements * sizeof(double));
      capacity_ = elements;
    }
    return memory_;
  }

 private:
  double* memory_ = nullptr;
  size_t capacity_ = 0;
};

__global__ void halve_kernel(double* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] /= 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  static Pool pool;
  double* data = pool.of(count);
  cudaMemcpy(data, in, count * sizeof(double), cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(data, count);
  cudaMemcpy(out, data, count * sizeof(double), cudaMemcpyDeviceToHost);
}
