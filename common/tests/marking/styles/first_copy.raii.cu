// A class owns device memory, errors are exceptions, the function is a try block.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include "exercise.hpp"

namespace gpu {

class Error : public std::runtime_error {
 public:
  explicit Error(cudaError_t code) : std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(code)) {}
};

inline void check(cudaError_t code) {
  if (code != cudaSuccess) throw Error(code);
}

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t n) : n_(n) { check(cudaMalloc(reinterpret_cast<void**>(&p_), n * sizeof(T))); }
  ~Buffer() { cudaFree(p_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept : p_(std::exchange(other.p_, nullptr)), n_(other.n_) {}
  T* get() const { return p_; }
  void upload(const T* from) { check(cudaMemcpy(p_, from, n_ * sizeof(T), cudaMemcpyHostToDevice)); }
  void download(T* to) const { check(cudaMemcpy(to, p_, n_ * sizeof(T), cudaMemcpyDeviceToHost)); }

 private:
  T* p_ = nullptr;
  std::size_t n_;
};

}  // namespace gpu

__global__ void halve_kernel(const double* in, double* out, int n) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) out[i] = 0.5 * in[i];
}

void halve(const double* in, double* out, int count) try {
  if (count == 0) return;
  gpu::Buffer<double> d_in(count), d_out(count);
  d_in.upload(in);
  halve_kernel<<<(count + 127) / 128, 128>>>(d_in.get(), d_out.get(), count);
  gpu::check(cudaGetLastError());
  d_out.download(out);
} catch (const std::exception& e) {
  printf("%s\n", e.what());
}
